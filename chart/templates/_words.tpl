{{- /* What is said about a chain: the same words as the worker's own. */ -}}

{{- define "sluice.windowWords" -}}
{{- printf "window %d (need %d + commit %d + close %d)" .window .need .commit .close -}}
{{- end -}}

{{- define "sluice.sum" -}}
{{- $window := include "sluice.windowWords" . -}}
{{- if .supervised -}}
{{- $largest := printf "stopwait %d" .stopwait -}}
{{- if gt .ownGroup .stopwait -}}
{{- $largest = printf "own group %d" .ownGroup -}}
{{- end -}}
{{- printf "grace %d = preStop %d + waits %d (%s + other groups %d) + max(margin %d, groups %d + 1); stopwait %d = %s + margin %d" .grace .preStop .waits $largest .others .margin .groups .stopwait $window .margin -}}
{{- else -}}
{{- printf "grace %d = preStop %d + %s + margin %d" .grace .preStop $window .margin -}}
{{- end -}}
{{- end -}}

{{- /* One way out per line. Takes chain and the seconds that there are. */ -}}
{{- define "sluice.lowerTheNeed" -}}
{{- $chain := .chain -}}
{{- $excess := sub $chain.grace .seconds -}}
{{- $fitting := sub $chain.need $excess -}}
{{- if or (le $fitting 0) (lt (sub $chain.stopwait $excess) $chain.ownGroup) }}
    - no limit is small enough: lower what surrounds it (shutdown.preStop, commit, close, margin, other programs)
{{- else -}}
{{- range $task := $chain.tasks -}}
{{- if gt $task.need $fitting -}}
{{- if eq $task.decides "checkpointEvery" }}
    - lower pipeline.limits.{{ $task.name }}.checkpointEvery to {{ $fitting }}s or less
{{- else }}
    - lower pipeline.limits.{{ $task.name }}.limit to {{ $fitting }}s or less
    - declare pipeline.limits.{{ $task.name }}.checkpointEvery of at most {{ $fitting }}s
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "sluice.graceRefusal" -}}
the shutdown chain does not fit: grace {{ .fixed }} < {{ .grace }}
  sum: {{ include "sluice.sum" . }}
  binding link: grace {{ .fixed }} s (terminationGracePeriodSeconds)
  ways out:
    - raise terminationGracePeriodSeconds to {{ .grace }} or more, or leave it out: it is computed
{{- include "sluice.lowerTheNeed" (dict "chain" . "seconds" .fixed) -}}
{{- end -}}

{{- define "sluice.nodeRefusal" -}}
the shutdown chain does not fit: node cap {{ .cap }} < {{ .grace }}
  sum: {{ include "sluice.sum" . }}
  binding link: node cap {{ .cap }} s ({{ .capOrigin }})
  ways out:
    - raise what the nodes wait to {{ .grace }} s or more and declare that figure under node
{{- include "sluice.lowerTheNeed" (dict "chain" . "seconds" .cap) }}
    - run on other nodes, whose node.profile or node.limit leaves {{ .grace }} s
{{- end -}}

{{- /* Ends the rendering when the chain does not fit. */ -}}
{{- define "sluice.refuse" -}}
{{- $refusals := list -}}
{{- if and (hasKey . "fixed") (lt (int64 (get . "fixed")) .grace) -}}
{{- $refusals = append $refusals (include "sluice.graceRefusal" .) -}}
{{- end -}}
{{- if and (hasKey . "cap") (lt (int64 (get . "cap")) .grace) -}}
{{- $refusals = append $refusals (include "sluice.nodeRefusal" .) -}}
{{- end -}}
{{- if $refusals -}}
{{- fail (printf "\n\n%s\n\n%s" (join "\n" $refusals) (include "sluice.table" .)) -}}
{{- end -}}
{{- end -}}

{{- /* One line per remark on a chain that fits. */ -}}
{{- define "sluice.remarks" -}}
{{- if and (hasKey . "fixed") (gt .podGrace .grace) -}}
{{- if and (hasKey . "cap") (lt (int64 (get . "cap")) .podGrace) -}}
WARNING: terminationGracePeriodSeconds {{ .fixed }} > node cap {{ .cap }} s ({{ .capOrigin }}): the nodes do not wait that long
{{ end -}}
terminationGracePeriodSeconds {{ .fixed }} is {{ sub .podGrace .grace }} s above the derived grace {{ .grace }}: headroom, the worker's window stays {{ .window }} s
{{ end -}}
{{- end -}}
