package dev.sluice.audit.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ListsAndOwnersTest {
  @Test
  void opensLists() {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: List
            items:
              - apiVersion: v1
                kind: ConfigMap
                metadata: { name: a }
              - apiVersion: apps/v1
                kind: DeploymentList
                items:
                  - metadata: { name: without-its-kind }
                    spec: { template: { spec: { containers: [{ name: main }] } } }
              - apiVersion: v1
                kind: List
                items: null
            """);
    assertThat(read.problems()).isEmpty();
    assertThat(read.others()).extracting(KubernetesObject::kind).containsExactly("ConfigMap");
    assertThat(read.workloads())
        .extracting(it -> it.place().toString())
        .containsExactly("Deployment/without-its-kind");
  }

  @Test
  void readsWhatKubectlPrintsAsJson() {
    Manifests read =
        Yaml.manifests(
            """
            {
                "apiVersion": "v1",
                "items": [
                    {
                        "apiVersion": "batch/v1",
                        "kind": "Job",
                        "metadata": { "name": "export", "namespace": "shop" },
                        "spec": {
                            "template": {
                                "spec": {
                                    "terminationGracePeriodSeconds": 60,
                                    "containers": [
                                        {
                                            "name": "main",
                                            "lifecycle": { "preStop": { "sleep": { "seconds": 5 } } }
                                        }
                                    ]
                                }
                            }
                        }
                    }
                ],
                "kind": "List"
            }
            """);
    assertThat(read.problems()).isEmpty();
    Workload job = read.workloads().get(0);
    assertThat(GracePeriod.of(job).text()).isEqualTo("60 s");
    assertThat(GracePeriod.of(job).at())
        .hasValueSatisfying(at -> assertThat(at.line()).isEqualTo(11));
    assertThat(PreStop.of(job.containers().get(0)).text()).isEqualTo("5 s");
  }

  @Test
  void boundsListsInLists() {
    String flow = "{ apiVersion: v1, kind: List, items: [";
    int depth = ObjectReader.MOST_LISTS_IN_LISTS;
    String pod = "{ apiVersion: v1, kind: Node, metadata: { name: a } }";
    assertThat(Yaml.manifests(flow.repeat(depth) + pod + "] }".repeat(depth)).of("Node"))
        .hasSize(1);
    Manifests beyond = Yaml.manifests(flow.repeat(depth + 1) + pod + "] }".repeat(depth + 1));
    assertThat(beyond.others()).isEmpty();
    assertThat(beyond.problems())
        .hasSize(1)
        .allMatch(it -> it.message().contains("lists in lists"));
  }

  @Test
  void aWorkloadStandsForWhatItMade() {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: List
            items:
              - { apiVersion: v1, kind: Pod, metadata: { name: orders-1-a, namespace: shop,
                  ownerReferences: [{ kind: ReplicaSet, name: orders-1, uid: r, controller: true }] },
                  spec: { containers: [{ name: main }] } }
              - { apiVersion: apps/v1, kind: Deployment, metadata: { name: orders, namespace: shop, uid: d },
                  spec: { template: { spec: { containers: [{ name: main }] } } } }
              - { apiVersion: apps/v1, kind: ReplicaSet, metadata: { name: orders-1, namespace: shop, uid: r,
                  ownerReferences: [{ kind: Deployment, name: orders, uid: d, controller: true }] },
                  spec: { template: { spec: { containers: [{ name: main }] } } } }
              - { apiVersion: v1, kind: Pod, metadata: { name: of-an-older-one, namespace: shop,
                  ownerReferences: [{ kind: ReplicaSet, name: orders-1, uid: gone, controller: true }] },
                  spec: { containers: [{ name: main }] } }
              - { apiVersion: v1, kind: Pod, metadata: { name: of-another-namespace, namespace: b,
                  ownerReferences: [{ kind: ReplicaSet, name: orders-1, uid: r, controller: true }] },
                  spec: { containers: [{ name: main }] } }
              - { apiVersion: v1, kind: Pod, metadata: { name: not-controlled, namespace: shop,
                  ownerReferences: [{ kind: ReplicaSet, name: orders-1, uid: r }] },
                  spec: { containers: [{ name: main }] } }
            """);
    assertThat(read.problems()).isEmpty();
    assertThat(read.workloads())
        .extracting(Workload::name)
        .containsExactly("orders", "of-an-older-one", "of-another-namespace", "not-controlled");
    assertThat(read.others())
        .extracting(KubernetesObject::name)
        .containsExactly("orders-1-a", "orders-1");
  }

  @Test
  void ownersInACircleHideNobody() {
    Manifests read =
        Yaml.manifests(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: { name: a, ownerReferences: [{ kind: Job, name: b, controller: true }] }
            spec: { template: { spec: { containers: [{ name: main }] } } }
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: { name: b, ownerReferences: [{ kind: Job, name: a, controller: true }] }
            spec: { template: { spec: { containers: [{ name: main }] } } }
            """);
    assertThat(read.workloads()).hasSize(2);
  }
}
