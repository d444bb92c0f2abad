package dev.sluice.kafka;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.LoadedPipeline;
import dev.sluice.command.Subcommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * {@code group remove}: takes a static member that will not come back out of its group, so that its
 * lanes wait for nobody. A member that runs loses its lanes, and what it runs is done again.
 */
public final class GroupCommand implements Subcommand {
  private static final String KEY = "pipeline.source.kafka";
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final GroupOptions options = new GroupOptions();

  /** For {@code ServiceLoader}. */
  public GroupCommand() {}

  @Override
  public String name() {
    return "group";
  }

  @Override
  public String description() {
    return "Remove a static member that will not come back from the consumer group.";
  }

  @Override
  public Object options() {
    return options;
  }

  @Override
  public int run(CommandContext command) throws Exception {
    options.check();
    LoadedPipeline pipeline = command.pipeline();
    if (!(pipeline.config().pipeline().source().settings() instanceof KafkaSourceConfig config)) {
      throw new InvalidSetup(
          "group: the pipeline does not read Kafka\nFix: name the file of one that does with -c");
    }
    Map<String, Object> properties =
        ClientProperties.admin(
            config.properties().orElse(Map.of()),
            config.bootstrapServers(),
            "sluice-" + pipeline.config().pipeline().name() + "-group");
    Admin admin = Clients.made(KEY, () -> Admin.create(properties));
    try {
      remove(new GroupMembers(admin, config.group()), config, pipeline.config().startup(), command);
    } catch (KafkaException e) {
      throw refused(config, e);
    } finally {
      admin.close(CLOSE);
    }
    return 0;
  }

  private void remove(
      GroupMembers members, KafkaSourceConfig config, Duration within, CommandContext command) {
    List<String> names =
        members.known(within).stream()
            .flatMap(member -> member.groupInstanceId().stream())
            .toList();
    String chosen = options.chosen(config.group(), names);
    int lanes =
        members.known(within).stream()
            .filter(member -> chosen.equals(member.groupInstanceId().orElse(null)))
            .map(MemberDescription::assignment)
            .mapToInt(assignment -> assignment.topicPartitions().size())
            .sum();
    members.remove(chosen, "removed by hand", within);
    command
        .out()
        .println(
            "removed "
                + chosen
                + " from the group "
                + config.group()
                + "; it had "
                + lanes
                + " lanes");
  }

  private static InvalidSetup refused(KafkaSourceConfig config, KafkaException e) {
    return new InvalidSetup(
        "group remove: "
            + config.bootstrapServers()
            + " does not do it: "
            + e.getMessage()
            + (e instanceof AuthorizationException
                ? "\nFix: grant READ and DESCRIBE on the group '" + config.group() + "'"
                : "\nFix: check that the brokers can be reached and that the group has this member"),
        e);
  }
}
