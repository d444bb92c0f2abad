{{- /*
What the layers grant, for the worker to check at its start. Takes the chain. The pods of a Deployment
get no SLUICE_INSTANCE_ID: their names are not stable, and an identity that is not would orphan lanes.
*/ -}}
{{- define "sluice.env" -}}
{{- $own := list "SLUICE_GRACE_PERIOD_SECONDS" "SLUICE_PRE_STOP_SECONDS" "SLUICE_STOPWAIT_SECONDS" "SLUICE_NODE_LIMIT_SECONDS" "SLUICE_INSTANCE_ID" -}}
{{- range .root.Values.env -}}
{{- if has .name $own -}}
{{- fail (printf "env: %s is set by the chart itself; remove it" .name) -}}
{{- end -}}
{{- end -}}
- name: SLUICE_GRACE_PERIOD_SECONDS
  value: {{ .podGrace | quote }}
- name: SLUICE_PRE_STOP_SECONDS
  value: {{ .preStop | quote }}
{{- if .supervised }}
- name: SLUICE_STOPWAIT_SECONDS
  value: {{ .stopwait | quote }}
{{- end }}
{{- if hasKey . "cap" }}
- name: SLUICE_NODE_LIMIT_SECONDS
  value: {{ .cap | quote }}
{{- end }}
{{- with .root.Values.env }}
{{ toYaml . }}
{{- end }}
{{- end -}}
