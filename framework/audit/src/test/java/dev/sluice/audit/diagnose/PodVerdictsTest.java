package dev.sluice.audit.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodVerdictsTest {

  /** As {@code kubectl get pod -o json} prints it; the deletion's end is 10:00:00 + grace. */
  private static String pod(
      int specGrace, int deletionGrace, int endedAfter, int code, String reason) {
    return String.format(
        Locale.ROOT,
        """
        {
          "apiVersion": "v1",
          "kind": "Pod",
          "metadata": {
            "name": "orders-1",
            "namespace": "shop",
            "deletionGracePeriodSeconds": %d,
            "deletionTimestamp": "%s"
          },
          "spec": { "terminationGracePeriodSeconds": %d },
          "status": {
            "containerStatuses": [
              {
                "name": "main",
                "state": {
                  "terminated": {
                    "exitCode": %d,
                    "reason": "%s",
                    "startedAt": "2026-01-01T09:00:00Z",
                    "finishedAt": "%s"
                  }
                }
              }
            ]
          }
        }
        """,
        deletionGrace,
        time(deletionGrace),
        specGrace,
        code,
        reason,
        time(endedAfter));
  }

  private static String time(int seconds) {
    return String.format(Locale.ROOT, "2026-01-01T10:%02d:%02dZ", seconds / 60, seconds % 60);
  }

  private static String event(String kind, String name, String reason, String message) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"involvedObject\":{\"kind\":\""
        + kind
        + "\",\"name\":\""
        + name
        + "\"},\"reason\":\""
        + reason
        + "\",\"message\":\""
        + message
        + "\"}\n";
  }

  @Test
  void anEndWhenTheDeletionsTimeWasOverIsThePodsGrace() {
    Verdict verdict = Found.file("pod.json", pod(60, 60, 61, 137, "Error")).verdict();
    assertThat(verdict.subject()).isEqualTo("pod shop/orders-1, container main");
    assertThat(verdict.layer()).isEqualTo(Layer.POD_GRACE);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.text()).isEqualTo("the pod's grace period of 60 s");
    assertThat(verdict.evidence())
        .extracting(Evidence::toString)
        .contains(
            "pod.json:7 deletionGracePeriodSeconds 60",
            "pod.json:17 container main: exit code 137 (SIGKILL), reason Error, finished 2026-01-01T10:01:01Z");
    assertThat(verdict.rulesOut())
        .contains(
            "a crash before the stop",
            "memory of its main process: the container's reason is Error");
  }

  @Test
  void aShorterGraceThanThePodsWasGivenWithTheDeletion() {
    Verdict verdict = Found.file("pod.json", pod(300, 5, 5, 137, "Error")).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.GRACE_OVERRIDE);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.text()).contains("of 5 s", "the pod's 300 s");
    assertThat(verdict.rulesOut()).contains("the pod's grace period (300 s: 294 s were left)");
  }

  @Test
  void aKillLongBeforeTheGraceIsNotThePods() {
    Verdict open = Found.file("pod.json", pod(300, 300, 47, 137, "Error")).verdict();
    assertThat(open.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(open.rulesOut()).contains("the pod's grace period (300 s: 252 s were left)");
    assertThat(open.collect()).anyMatch(text -> text.contains("orders-1"));
    Verdict node = Found.file("pod.json", pod(300, 300, 120, 137, "Error")).node(120).verdict();
    assertThat(node.layer()).isEqualTo(Layer.NODE_LIMIT);
    assertThat(node.certainty()).isEqualTo(Certainty.LIKELY);
  }

  @Test
  void twoLayersThatWaitEquallyLongStayOpen() {
    Verdict verdict = Found.file("pod.json", pod(120, 120, 120, 137, "Error")).node(120).verdict();
    assertThat(verdict.certainty()).isEqualTo(Certainty.OPEN);
    assertThat(verdict.notes())
        .containsExactly(
            "each of these fits: the pod's grace period of 120 s; the node's limit of 120 s");
  }

  @Test
  void memoryIsSaidByTheContainersReason() {
    Verdict verdict = Found.file("pod.json", pod(60, 60, 10, 137, "OOMKilled")).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.MEMORY);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
  }

  @ParameterizedTest
  @CsvSource({"0, NOTHING", "143, STOP_SIGNAL", "1, OWN_EXIT", "139, OWN_EXIT"})
  void whatIsNoSigkillWasNoTimeOut(int code, Layer layer) {
    Verdict verdict = Found.file("pod.json", pod(60, 60, 10, code, "Error")).verdict();
    assertThat(verdict.layer()).isEqualTo(layer);
    assertThat(verdict.certainty()).isNotEqualTo(Certainty.OPEN);
    assertThat(verdict.rulesOut())
        .containsExactly("every layer's SIGKILL: the process was not killed");
  }

  @Test
  void aFailedProbeEndsAContainerWhateverItsCode() {
    Verdict verdict =
        Found.file(
                "pod.json", pod(60, 60, 61, 143, "Error").replace("\"deletionTimestamp\"", "\"x\""))
            .and(
                "events.json",
                event(
                    "Pod",
                    "orders-1",
                    "Killing",
                    "Container main failed liveness probe, will be restarted"))
            .verdict();
    // SIGTERM ended it, and the probe was what sent it: both are certain, and one is why.
    assertThat(verdict.layer()).isEqualTo(Layer.PROBE);
    assertThat(verdict.text()).isEqualTo("the liveness probe: the kubelet restarted the container");
  }

  @Test
  void theProbeOfAnotherContainerIsNotItsEnd() {
    Verdict verdict =
        Found.file("pod.json", pod(60, 60, 61, 137, "Error"))
            .and(
                "events.json",
                event(
                    "Pod",
                    "orders-1",
                    "Killing",
                    "Container proxy failed liveness probe, will be restarted"))
            .verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.POD_GRACE);
  }

  @ParameterizedTest
  @CsvSource({
    "DeadlineExceeded, ACTIVE_DEADLINE, CERTAIN",
    "Evicted, NODE_PRESSURE, CERTAIN",
    "NodeShutdown, NODE_SHUTDOWN, LIKELY"
  })
  void thePodsOwnReasonNamesTheLayer(String reason, Layer layer, Certainty certainty) {
    String pod =
        pod(60, 60, 61, 137, "Error")
            .replace("\"deletionTimestamp\"", "\"x\"")
            .replace("\"status\": {", "\"status\": { \"reason\": \"" + reason + "\",");
    Verdict verdict = Found.file("pod.json", pod).verdict();
    assertThat(verdict.layer()).isEqualTo(layer);
    assertThat(verdict.certainty()).isEqualTo(certainty);
  }

  @Test
  void whatBeganTheStopIsToldApartFromWhatEndedIt() {
    String pod =
        pod(60, 60, 61, 137, "Error")
            .replace(
                "\"status\": {",
                "\"status\": { \"conditions\": [ { \"type\": \"DisruptionTarget\", \"status\":"
                    + " \"True\", \"reason\": \"EvictionByEvictionAPI\" } ],");
    Verdict verdict = Found.file("pod.json", pod).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.POD_GRACE);
    assertThat(verdict.startedBy().orElseThrow()).startsWith("an eviction through the API");
  }

  @Test
  void theTerminationMessageIsTheWorkersOwnWord() {
    String report =
        "{\\\"event\\\":\\\"drain-report\\\",\\\"outcome\\\":\\\"clean\\\",\\\"exitCode\\\":0,"
            + "\\\"phases\\\":[{\\\"name\\\":\\\"intake\\\",\\\"tookMs\\\":900}]}";
    String pod =
        pod(60, 60, 4, 0, "Completed")
            .replace("\"startedAt\"", "\"message\": \"" + report + "\", \"startedAt\"");
    Verdict verdict = Found.file("pod.json", pod).verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.NOTHING);
    assertThat(verdict.certainty()).isEqualTo(Certainty.CERTAIN);
    assertThat(verdict.text()).isEqualTo("nothing fired: the drain ended clean in 0.9 s");
  }

  @Test
  void aListOfPodsHasAVerdictForEach() {
    String list =
        "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":["
            + pod(60, 60, 61, 137, "Error")
            + ","
            + pod(60, 60, 3, 143, "Error").replace("orders-1", "orders-2")
            + "]}";
    assertThat(Found.file("pods.json", list.replace("\n", " ")).diagnosis().verdicts())
        .extracting(Verdict::layer)
        .containsExactly(Layer.POD_GRACE, Layer.STOP_SIGNAL);
  }

  @Test
  void yamlIsReadAsWell() {
    Verdict verdict =
        Found.file(
                "pod.yaml",
                """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: orders-1
                status:
                  containerStatuses:
                  - name: main
                    lastState:
                      terminated:
                        exitCode: 137
                        reason: OOMKilled
                """)
            .verdict();
    assertThat(verdict.layer()).isEqualTo(Layer.MEMORY);
    assertThat(verdict.evidence().get(0).toString())
        .isEqualTo("pod.yaml:10 container main: exit code 137 (SIGKILL), reason OOMKilled");
  }

  @Test
  void eventsAsATableAreReadAsWell() {
    Verdict verdict =
        Found.file(
                "events.txt",
                """
                LAST SEEN   TYPE      REASON      OBJECT         MESSAGE
                3m          Warning   Unhealthy   pod/orders-1   Liveness probe failed: timeout
                2m15s       Normal    Killing     pod/orders-1   Container main failed liveness probe, will be restarted
                """)
            .verdict();
    assertThat(verdict.subject()).isEqualTo("pod orders-1");
    assertThat(verdict.layer()).isEqualTo(Layer.PROBE);
    assertThat(verdict.evidence().get(0).toString())
        .startsWith("events.txt:3 event Killing: pod/orders-1");
  }

  @Test
  void eventsOfADescriptionAreReadAsWell() {
    Verdict verdict =
        Found.file(
                "describe.txt",
                """
                Name:             orders-1
                Namespace:        shop
                Events:
                  Type     Reason     Age                  From     Message
                  ----     ------     ----                 ----     -------
                  Normal   Killing    2m (x3 over 9m)      kubelet  Container main failed startup probe, will be restarted
                """)
            .verdict();
    assertThat(verdict.subject()).isEqualTo("pod orders-1");
    assertThat(verdict.text()).startsWith("the startup probe");
  }
}
