{{- define "sluice.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "sluice.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sluice.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "sluice.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "sluice.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "sluice.fullname" .) -}}
{{- else -}}
{{- .Values.serviceAccount.name | default "default" -}}
{{- end -}}
{{- end -}}

{{- /* The keys of pipeline.yaml, as they were given; nothing of the chart's own values. */ -}}
{{- define "sluice.pipeline" -}}
{{- range $key := list "apiVersion" "pipeline" "shutdown" "node" "startup" "management" "services" "database" -}}
{{- if and (hasKey $.Values $key) (not (kindIs "invalid" (get $.Values $key))) }}
{{ toYaml (dict $key (get $.Values $key)) }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "sluice.managementPort" -}}
{{- $management := .Values.management | default dict -}}
{{- $port := "8080" -}}
{{- if hasKey $management "port" -}}
{{- $port = include "sluice.scalar" $management.port -}}
{{- end -}}
{{- if or (not (regexMatch "^[1-9][0-9]{0,4}$" $port)) (gt (int64 $port) 65535) -}}
{{- fail (printf "management.port: \"%s\" is not a port from 1 to 65535; the probes need to know it" $port) -}}
{{- end -}}
{{- $port -}}
{{- end -}}
