package dev.sluice.chart;

/** Values that use every knob of the chart. */
final class Everything {
  static final String VALUES =
      """
      fullnameOverride: load-flights
      image: { repository: registry.example/worker, tag: 1.5, pullPolicy: Always }
      imagePullSecrets: [{ name: registry }]
      replicas: 0
      command: [/usr/bin/supervisord, -n]
      terminationGracePeriodSeconds: 10m
      supervisor: { enabled: true, ownGroupWaits: [5s, 20], otherGroupWaits: [1m] }
      env:
        - { name: JAVA_TOOL_OPTIONS, value: "-XX:MaxRAMPercentage=70" }
        - { name: DATABASE_URL, valueFrom: { secretKeyRef: { name: db, key: url } } }
      envFrom: [{ secretRef: { name: broker } }]
      volumes: [{ name: certs, secret: { secretName: certs } }]
      volumeMounts: [{ name: certs, mountPath: /certs, readOnly: true }]
      resources: { requests: { cpu: 500m, memory: 1Gi }, limits: { memory: 1Gi } }
      serviceAccount: { create: true, name: loader, annotations: { role: loader } }
      podAnnotations: { a: b }
      podLabels: { team: ops }
      nodeSelector: { disk: ssd }
      tolerations: [{ key: spot, operator: Exists, effect: NoSchedule }]
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 1
              podAffinityTerm: { topologyKey: zone, labelSelector: { matchLabels: { team: ops } } }
      """;

  private Everything() {}
}
