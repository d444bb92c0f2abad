package dev.sluice.kafka;

import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long one revoke has held its rebalance, against what it had to wait for.
 *
 * @param took from the callback's begin to its end
 * @param left what was left at its begin of the longest try that had started in its lanes
 */
record RevokeWait(Duration took, Duration left) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^(\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) DEBUG Rebalances .*gave up \\[(.*)] after (\\d+) ms");
  private static final Pattern LANE = Pattern.compile("([^@, ]+)@\\d+");

  private record Try(String lane, LocalTime began, LocalTime ended) {}

  /** All of one worker. */
  static List<RevokeWait> of(String log, List<String> tries) {
    List<Try> parsed = new ArrayList<>();
    for (String line : tries) {
      String[] parts = line.split(" ", -1);
      parsed.add(new Try(parts[0], LocalTime.parse(parts[1]), LocalTime.parse(parts[2])));
    }
    List<RevokeWait> waits = new ArrayList<>();
    Matcher matcher = LINE.matcher(log);
    while (matcher.find()) {
      Duration took = Duration.ofMillis(Long.parseLong(matcher.group(3)));
      LocalTime began = LocalTime.parse(matcher.group(1)).minus(took);
      List<String> lanes = new ArrayList<>();
      Matcher lane = LANE.matcher(matcher.group(2));
      while (lane.find()) {
        lanes.add(lane.group(1));
      }
      waits.add(new RevokeWait(took, longestLeft(parsed, lanes, began)));
    }
    return waits;
  }

  private static Duration longestLeft(List<Try> tries, List<String> lanes, LocalTime began) {
    return tries.stream()
        .filter(each -> lanes.contains(each.lane()))
        .filter(each -> !each.began().isAfter(began) && each.ended().isAfter(began))
        .map(each -> Duration.between(began, each.ended()))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** How much longer it took than it had to. */
  Duration beyond() {
    return took.minus(left);
  }
}
