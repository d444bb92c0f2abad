package dev.sluice.postgres;

import dev.sluice.progress.MarkText;
import dev.sluice.progress.OwnerMark;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owners whose jobs have come because their leases ran out: each run of each is told once, with
 * the mark that says most of its end. Remembers the last {@value #REMEMBERED}. Not thread-safe.
 */
final class DepartedOwners {
  private static final Logger LOGGER = LoggerFactory.getLogger(DepartedOwners.class);
  private static final int REMEMBERED = 256;

  private record Run(String owner, int number) {}

  private final Map<Run, Boolean> told =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Run, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The marks of owners not told before. */
  Collection<OwnerMark> in(Collection<ClaimedJob> jobs) {
    Map<Run, OwnerMark> fresh = new LinkedHashMap<>();
    jobs.stream()
        .map(ClaimedJob::leftMark)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(text -> add(text, fresh));
    fresh.keySet().forEach(run -> told.put(run, true));
    return fresh.values();
  }

  private void add(String text, Map<Run, OwnerMark> fresh) {
    try {
      OwnerMark mark = MarkText.read(text);
      Run run = new Run(mark.owner(), mark.run());
      if (!told.containsKey(run)) {
        fresh.merge(
            run, mark, (one, other) -> one.elapsed().compareTo(other.elapsed()) < 0 ? other : one);
      }
    } catch (IllegalArgumentException e) {
      LOGGER.warn("the mark of a job's last owner can't be read: {}", e.getMessage());
    }
  }
}
