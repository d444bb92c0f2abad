package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.spi.InstanceIdentity;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@link GroupCommand} is told on the command line. */
final class GroupOptions {
  @Parameters(
      index = "0",
      paramLabel = "remove",
      description = "remove: take a static member out of the group, so that others get its lanes.")
  private String action;

  @Option(
      names = "--ordinal",
      paramLabel = "N",
      description = "The member whose name ends with this number.")
  private Integer ordinal;

  @Option(
      names = "--instance",
      paramLabel = "ID",
      description = "The member of this name (group.instance.id).")
  private String instance;

  /** For {@link GroupCommand}. */
  GroupOptions() {}

  /** Refuses what makes no sense. */
  void check() {
    if (!"remove".equals(action)) {
      throw new InvalidSetup(
          "group "
              + action
              + ": there is no such action\nFix: group remove --ordinal N, or --instance ID");
    }
    if ((ordinal == null) == (instance == null)) {
      throw new InvalidSetup(
          "group remove: which member?\nFix: give either --ordinal N or --instance ID");
    }
  }

  /** The one member that is meant, among the names there are. */
  String chosen(String group, Collection<String> names) {
    List<String> matching = names.stream().filter(this::matches).sorted().toList();
    if (matching.size() == 1) {
      return matching.get(0);
    }
    String asked =
        instance == null ? "whose name ends with " + ordinal : "called '" + instance + "'";
    if (matching.isEmpty()) {
      throw new InvalidSetup(
          "group remove: the group '"
              + group
              + "' has no static member "
              + asked
              + (names.isEmpty()
                  ? ", nor any other"
                  : "; it has " + String.join(", ", new TreeSet<>(names)))
              + "\nFix: name one that it has; a member without SLUICE_INSTANCE_ID leaves by itself");
    }
    throw new InvalidSetup(
        "group remove: the group '"
            + group
            + "' has several members "
            + asked
            + ": "
            + matching.stream().collect(Collectors.joining(", "))
            + "\nFix: give --instance ID");
  }

  private boolean matches(String name) {
    return instance == null
        ? InstanceIdentity.ordinal(name).equals(OptionalInt.of(ordinal))
        : instance.equals(name);
  }
}
