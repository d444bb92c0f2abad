{{- /*
The text of a scalar. Numbers of a values file are float64, which would print as 1e+06; those of
--set are int64.
*/ -}}
{{- define "sluice.scalar" -}}
{{- if kindIs "string" . -}}
{{- . -}}
{{- else if kindIs "float64" . -}}
{{- regexReplaceAll "[.]?0+$" (printf "%.9f" .) "" -}}
{{- else if or (kindIs "map" .) (kindIs "slice" .) -}}
{{- toJson . -}}
{{- else -}}
{{- printf "%v" . -}}
{{- end -}}
{{- end -}}

{{- define "sluice.badDuration" -}}
{{- $shown := "nothing" -}}
{{- if not (kindIs "invalid" .value) -}}
{{- $shown = printf "\"%s\"" (include "sluice.scalar" .value) -}}
{{- end -}}
{{- fail (printf "%s: %s %s; write 90s, 2m, 1m30s, 1h, 1500ms, PT2M, or a bare number of seconds such as 90 or 1.5 (at most 8760h)" .key $shown .problem) -}}
{{- end -}}

{{- /*
A duration in whole nanoseconds, as digits. Takes key, value and positive. The forms are those of the
worker: int64 of a text would give 0 for a wrong one and read a leading zero as octal, so every text
is matched first. The digits per unit are bounded so that 64 bits hold the sum.
*/ -}}
{{- define "sluice.nanos" -}}
{{- if kindIs "invalid" .value -}}
{{- include "sluice.badDuration" (merge (dict "problem" "is not a duration") .) -}}
{{- end -}}
{{- $text := include "sluice.scalar" .value -}}
{{- $units := $text -}}
{{- if regexMatch "^PT[0-9.HMS]+$" $text -}}
{{- $units = lower (trimPrefix "PT" $text) -}}
{{- else if regexMatch "^[0-9.]+$" $text -}}
{{- $units = printf "%ss" $text -}}
{{- end -}}
{{- $hours := "((0|[1-9][0-9]{0,3})([.][0-9]{1,9})?h)?" -}}
{{- $minutes := "((0|[1-9][0-9]{0,5})([.][0-9]{1,9})?m)?" -}}
{{- $seconds := "((0|[1-9][0-9]{0,7})([.][0-9]{1,9})?s)?" -}}
{{- $millis := "((0|[1-9][0-9]{0,10})([.][0-9]{1,6})?ms)?" -}}
{{- $accepted := and (ne $text "") (regexMatch (printf "^%s%s%s%s$" $hours $minutes $seconds $millis) $units) -}}
{{- $nanos := int64 0 -}}
{{- if $accepted -}}
{{- range regexFindAll "[0-9.]+[a-z]+" $units -1 -}}
{{- $unit := regexFind "[a-z]+$" . -}}
{{- $digits := splitList "." (trimSuffix $unit .) -}}
{{- $nanosOfUnit := get (dict "h" 3600000000000 "m" 60000000000 "s" 1000000000 "ms" 1000000) $unit -}}
{{- $nanos = add $nanos (mul (int64 (first $digits)) $nanosOfUnit) -}}
{{- if gt (len $digits) 1 -}}
{{- $billionths := regexReplaceAll "^0+" (trunc 9 (printf "%s000000000" (last $digits))) "" | default "0" | int64 -}}
{{- if eq $unit "ms" -}}
{{- $nanos = add $nanos (div $billionths 1000) -}}
{{- else -}}
{{- $nanos = add $nanos (mul $billionths (div $nanosOfUnit 1000000000)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if or (not $accepted) (gt $nanos 31536000000000000) -}}
{{- include "sluice.badDuration" (merge (dict "problem" "is not a duration") .) -}}
{{- end -}}
{{- if and .positive (eq $nanos 0) -}}
{{- include "sluice.badDuration" (merge (dict "problem" "must be above zero") .) -}}
{{- end -}}
{{- $nanos -}}
{{- end -}}

{{- /* Whole seconds, rounded up: what a layer needs. */ -}}
{{- define "sluice.secondsUp" -}}
{{- div (add (int64 (include "sluice.nanos" .)) 999999999) 1000000000 -}}
{{- end -}}

{{- /* Whole seconds, rounded down: what a layer grants. */ -}}
{{- define "sluice.secondsDown" -}}
{{- div (int64 (include "sluice.nanos" .)) 1000000000 -}}
{{- end -}}
