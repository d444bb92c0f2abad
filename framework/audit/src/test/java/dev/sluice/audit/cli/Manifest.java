package dev.sluice.audit.cli;

/** Manifests for tests of the command line. */
final class Manifest {
  private Manifest() {}

  /** A Deployment that starts its program directly, with this grace period. */
  static String of(String name, int grace) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: NAME
          labels: {app: NAME}
        spec:
          replicas: 2
          selector:
            matchLabels: {app: NAME}
          template:
            metadata:
              labels: {app: NAME}
            spec:
              terminationGracePeriodSeconds: GRACE
              containers:
                - name: main
                  image: registry.example/NAME:1.0
                  command: ["python", "-m", "worker"]
                  env:
                    - name: QUEUE
                      value: NAME
        """
        .replace("NAME", name)
        .replace("GRACE", String.valueOf(grace));
  }

  /** The same with a ConfigMap, a budget and an autoscaler of its own. */
  static String withAllThatRefersToIt(String name, int grace) {
    return of(name, grace)
        + """
                  envFrom:
                    - configMapRef: {name: NAME}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: NAME}
        data:
          QUEUE: NAME
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: NAME}
        spec:
          maxUnavailable: 1
          selector:
            matchLabels: {app: NAME}
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: NAME}
        spec:
          minReplicas: 1
          maxReplicas: 10
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: NAME}
        """
            .replace("NAME", name);
  }
}
