{{- /* Adds cap and capOrigin to the chain when the node section caps the grace period. */ -}}
{{- define "sluice.deriveNode" -}}
{{- $chain := . -}}
{{- $node := .root.Values.node | default dict -}}
{{- $caps := list -}}
{{- $profile := "none" -}}
{{- if not (kindIs "invalid" $node.profile) -}}
{{- $profile = include "sluice.scalar" $node.profile -}}
{{- end -}}
{{- if not (has $profile (list "none" "aws-spot" "cluster-autoscaler" "karpenter" "kubelet")) -}}
{{- fail (printf "node.profile: \"%s\" is unknown; write one of none, aws-spot, cluster-autoscaler, karpenter, kubelet" $profile) -}}
{{- end -}}
{{- if eq $profile "aws-spot" -}}
{{- $caps = append $caps (dict "origin" "node.profile aws-spot" "seconds" (int64 120)) -}}
{{- else if eq $profile "cluster-autoscaler" -}}
{{- $caps = append $caps (dict "origin" "node.profile cluster-autoscaler" "seconds" (int64 600)) -}}
{{- end -}}
{{- if hasKey $node "limit" -}}
{{- $seconds := include "sluice.secondsDown" (dict "key" "node.limit" "value" $node.limit) -}}
{{- $caps = append $caps (dict "origin" "node.limit" "seconds" (int64 $seconds)) -}}
{{- end -}}
{{- $karpenter := $node.karpenter | default dict -}}
{{- if hasKey $karpenter "limit" -}}
{{- $seconds := include "sluice.secondsDown" (dict "key" "node.karpenter.limit" "value" $karpenter.limit) -}}
{{- $caps = append $caps (dict "origin" "node.karpenter.limit" "seconds" (int64 $seconds)) -}}
{{- else if and (eq $profile "karpenter") (not (hasKey $node "limit")) -}}
{{- fail "node.profile karpenter needs its own figure: set node.karpenter.limit to the node pool's terminationGracePeriod" -}}
{{- end -}}
{{- if $node.kubelet -}}
{{- $caps = append $caps (dict "origin" "node.kubelet" "seconds" (int64 (include "sluice.kubeletSeconds" $node.kubelet))) -}}
{{- else if and (eq $profile "kubelet") (not (hasKey $node "limit")) -}}
{{- fail "node.profile kubelet needs its own figures: set node.kubelet.shutdownGracePeriod and node.kubelet.critical, or node.limit for the pod's priority class" -}}
{{- end -}}
{{- range $cap := $caps -}}
{{- if or (not (hasKey $chain "cap")) (lt $cap.seconds $chain.cap) -}}
{{- $_ := set $chain "cap" $cap.seconds -}}
{{- $_ := set $chain "capOrigin" $cap.origin -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* A regular pod gets what the critical ones leave. */ -}}
{{- define "sluice.kubeletSeconds" -}}
{{- $period := include "sluice.secondsDown" (dict "key" "node.kubelet.shutdownGracePeriod" "value" .shutdownGracePeriod) | int64 -}}
{{- $critical := int64 0 -}}
{{- if hasKey . "critical" -}}
{{- $critical = include "sluice.secondsUp" (dict "key" "node.kubelet.critical" "value" .critical) | int64 -}}
{{- end -}}
{{- if gt $critical $period -}}
{{- fail (printf "node.kubelet.critical is above node.kubelet.shutdownGracePeriod (%s > %s): give the two figures of the kubelet's configuration" (include "sluice.scalar" .critical) (include "sluice.scalar" .shutdownGracePeriod)) -}}
{{- end -}}
{{- sub $period $critical -}}
{{- end -}}
