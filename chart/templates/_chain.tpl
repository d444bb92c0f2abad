{{- /*
Fills a dict that holds the root context under "root" with every figure of the chain, all int64. A
dict and not JSON, because numbers that go through JSON come back as float64.
*/ -}}
{{- define "sluice.derive" -}}
{{- include "sluice.deriveTasks" . -}}
{{- include "sluice.deriveBudget" . -}}
{{- include "sluice.deriveGrace" . -}}
{{- include "sluice.deriveNode" . -}}
{{- end -}}

{{- /* tasks in the order of their names; need, longest: the first with the largest need. */ -}}
{{- define "sluice.deriveTasks" -}}
{{- $chain := . -}}
{{- $pipeline := .root.Values.pipeline | default dict -}}
{{- $limits := $pipeline.limits | default dict -}}
{{- $handlers := values ($pipeline.kinds | default dict) | uniq | sortAlpha -}}
{{- if not $handlers -}}
{{- $handlers = list ($pipeline.handler | default "<handler>") -}}
{{- end -}}
{{- range $handler := $handlers -}}
{{- /* Which handler a placeholder stands for is known only where the worker runs. */ -}}
{{- if and (not (hasKey $limits $handler)) (or (not $limits) (not (or (contains "${" $handler) (eq $handler "<handler>")))) -}}
{{- include "sluice.missingLimit" $handler -}}
{{- end -}}
{{- end -}}
{{- $tasks := list -}}
{{- $longest := dict "nanos" (int64 0) -}}
{{- range $name, $declared := $limits -}}
{{- $key := printf "pipeline.limits.%s" $name -}}
{{- $declared = $declared | default dict -}}
{{- if kindIs "invalid" $declared.limit -}}
{{- include "sluice.missingLimit" $name -}}
{{- end -}}
{{- $limit := include "sluice.nanos" (dict "key" (printf "%s.limit" $key) "value" $declared.limit "positive" true) | int64 -}}
{{- $task := dict "name" $name "decides" "limit" "nanos" $limit -}}
{{- if hasKey $declared "checkpointEvery" -}}
{{- $every := include "sluice.nanos" (dict "key" (printf "%s.checkpointEvery" $key) "value" $declared.checkpointEvery "positive" true) | int64 -}}
{{- if gt $every $limit -}}
{{- fail (printf "%s.checkpointEvery is above %s.limit (%s > %s): a try ends at its limit, so a later checkpoint is never reached; lower checkpointEvery or raise the limit" $key $key (include "sluice.scalar" $declared.checkpointEvery) (include "sluice.scalar" $declared.limit)) -}}
{{- end -}}
{{- $task = dict "name" $name "decides" "checkpointEvery" "nanos" $every -}}
{{- end -}}
{{- $_ := set $task "need" (div (add $task.nanos 999999999) 1000000000) -}}
{{- $tasks = append $tasks $task -}}
{{- if gt $task.nanos $longest.nanos -}}
{{- $longest = $task -}}
{{- end -}}
{{- end -}}
{{- $_ := set $chain "tasks" $tasks -}}
{{- $_ := set $chain "longest" $longest -}}
{{- $_ := set $chain "need" $longest.need -}}
{{- end -}}

{{- define "sluice.missingLimit" -}}
{{- fail (printf "pipeline.limits.%s.limit is missing: the grace period is computed from it; run `worker describe -c pipeline.yaml` and use the file it prints, which is completed with the limits the code declares" .) -}}
{{- end -}}

{{- /* commit, close, margin, preStop, startup; an explicit 0 stays 0. */ -}}
{{- define "sluice.deriveBudget" -}}
{{- $chain := . -}}
{{- $shutdown := .root.Values.shutdown | default dict -}}
{{- range $name, $seconds := dict "commit" 10 "close" 10 "margin" 10 "preStop" 0 -}}
{{- if hasKey $shutdown $name -}}
{{- $seconds = include "sluice.secondsUp" (dict "key" (printf "shutdown.%s" $name) "value" (get $shutdown $name)) -}}
{{- end -}}
{{- $_ := set $chain $name (int64 $seconds) -}}
{{- end -}}
{{- $startup := "30" -}}
{{- if not (kindIs "invalid" .root.Values.startup) -}}
{{- $startup = include "sluice.secondsUp" (dict "key" "startup" "value" .root.Values.startup "positive" true) -}}
{{- end -}}
{{- $_ := set $chain "startup" (int64 $startup) -}}
{{- end -}}

{{- /* window, stopwait, waits, grace and what the pod gets. */ -}}
{{- define "sluice.deriveGrace" -}}
{{- $chain := . -}}
{{- $supervisor := .root.Values.supervisor | default dict -}}
{{- $window := add .need .commit .close -}}
{{- $stopwait := add $window .margin -}}
{{- $_ := set $chain "window" $window -}}
{{- $_ := set $chain "stopwait" $stopwait -}}
{{- $_ := set $chain "supervised" (eq (toString $supervisor.enabled) "true") -}}
{{- $_ := set $chain "ownGroup" (int64 0) -}}
{{- if .supervised -}}
{{- $others := int64 0 -}}
{{- range $i, $wait := $supervisor.ownGroupWaits -}}
{{- $seconds := include "sluice.secondsUp" (dict "key" (printf "supervisor.ownGroupWaits[%d]" $i) "value" $wait) -}}
{{- $_ := set $chain "ownGroup" (max $chain.ownGroup (int64 $seconds)) -}}
{{- end -}}
{{- range $i, $wait := $supervisor.otherGroupWaits -}}
{{- $seconds := include "sluice.secondsUp" (dict "key" (printf "supervisor.otherGroupWaits[%d]" $i) "value" $wait) -}}
{{- $others = add $others (int64 $seconds) -}}
{{- end -}}
{{- $groups := add 1 (len $supervisor.otherGroupWaits) -}}
{{- $_ := set $chain "others" $others -}}
{{- $_ := set $chain "groups" $groups -}}
{{- $_ := set $chain "waits" (add (max $stopwait .ownGroup) $others) -}}
{{- $_ := set $chain "supervisorTime" (max .margin (add $groups 1)) -}}
{{- $_ := set $chain "grace" (add .preStop .waits .supervisorTime) -}}
{{- else -}}
{{- $_ := set $chain "grace" (add .preStop $window .margin) -}}
{{- end -}}
{{- $_ := set $chain "podGrace" .grace -}}
{{- $fixed := .root.Values.terminationGracePeriodSeconds -}}
{{- if not (kindIs "invalid" $fixed) -}}
{{- $seconds := include "sluice.secondsDown" (dict "key" "terminationGracePeriodSeconds" "value" $fixed) | int64 -}}
{{- $_ := set $chain "fixed" $seconds -}}
{{- $_ := set $chain "podGrace" (max .grace $seconds) -}}
{{- end -}}
{{- end -}}
