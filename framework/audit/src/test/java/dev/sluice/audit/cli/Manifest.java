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
}
