{{- define "sluice.row" -}}
{{- printf "%-14s %9s  %s\n" (index . 0) (index . 1) (index . 2) -}}
{{- end -}}

{{- define "sluice.figure" -}}
{{- include "sluice.row" (list (index . 0) (printf "%d s" (index . 1)) (index . 2)) -}}
{{- end -}}

{{- /* The chain as a table: layer, figure, where it comes from. */ -}}
{{- define "sluice.table" -}}
{{- include "sluice.row" (list "layer" "figure" "from") -}}
{{- include "sluice.figure" (list "need" .need (printf "pipeline.limits.%s.%s" .longest.name .longest.decides)) -}}
{{- include "sluice.figure" (list "+ commit" .commit "shutdown.commit") -}}
{{- include "sluice.figure" (list "+ close" .close "shutdown.close") -}}
{{- include "sluice.figure" (list "= window" .window "the worker's own deadline: drain, settle, close") -}}
{{- include "sluice.figure" (list "+ margin" .margin "shutdown.margin") -}}
{{- if .supervised -}}
{{- include "sluice.figure" (list "= stopwait" .stopwait "stopwaitsecs of this program") -}}
{{- if gt .ownGroup .stopwait -}}
{{- include "sluice.figure" (list "own group" .ownGroup "supervisor.ownGroupWaits, the largest") -}}
{{- end -}}
{{- include "sluice.figure" (list "+ other groups" .others "supervisor.otherGroupWaits, one after the other") -}}
{{- include "sluice.figure" (list "= waits" .waits "what the groups take") -}}
{{- include "sluice.figure" (list "+ supervisor" .supervisorTime "max(margin, groups + 1): it notices a death at its poll of one second") -}}
{{- end -}}
{{- include "sluice.figure" (list "+ preStop" .preStop "shutdown.preStop") -}}
{{- include "sluice.figure" (list "= grace" .grace "derived") -}}
{{- if hasKey . "fixed" -}}
{{- include "sluice.figure" (list "pod grace" .fixed "terminationGracePeriodSeconds") -}}
{{- end -}}
{{- if hasKey . "cap" -}}
{{- include "sluice.figure" (list "node cap" .cap .capOrigin) -}}
{{- end -}}
{{- end -}}
