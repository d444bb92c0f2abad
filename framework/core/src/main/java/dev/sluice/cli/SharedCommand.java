package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.command.CommandContext;
import dev.sluice.command.Subcommand;
import dev.sluice.config.DeadLetterSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Several commands of one name, each for the dead letters of another adapter: the one that {@code
 * pipeline.deadLetter} names runs. It has the options of all of them; one that several have is
 * given to all. Serves one command line.
 */
final class SharedCommand implements Subcommand {
  private final List<Subcommand> commands;
  private final Map<String, Subcommand> byAdapter = new TreeMap<>();
  private final Map<String, List<Subcommand>> owners = new LinkedHashMap<>();
  private final List<String> given = new ArrayList<>();

  /**
   * @param commands all of one name
   * @throws InvalidSetup when two are for the same adapter, or one is for all
   */
  SharedCommand(List<Subcommand> commands) {
    this.commands = List.copyOf(commands);
    for (Subcommand command : commands) {
      Optional<String> adapter = command.deadLetters();
      if (adapter.isEmpty() || byAdapter.put(adapter.get(), command) != null) {
        throw new InvalidSetup(
            "the command '"
                + command.name()
                + "' of "
                + command.getClass().getName()
                + " is there already; remove one of the jars");
      }
    }
  }

  @Override
  public String name() {
    return commands.get(0).name();
  }

  @Override
  public String description() {
    return commands.get(0).description();
  }

  @Override
  public Object options() {
    CommandSpec all = CommandSpec.create();
    Map<String, List<OptionSpec>> byName = new LinkedHashMap<>();
    for (Map.Entry<String, Subcommand> each : byAdapter.entrySet()) {
      for (OptionSpec option :
          CommandSpec.forAnnotatedObject(each.getValue().options()).options()) {
        String name = option.longestName();
        byName.computeIfAbsent(name, n -> new ArrayList<>()).add(option);
        owners.computeIfAbsent(name, n -> new ArrayList<>()).add(each.getValue());
      }
    }
    byName.forEach((name, options) -> all.addOption(merged(name, options)));
    return all;
  }

  private OptionSpec merged(String name, List<OptionSpec> options) {
    OptionSpec first = options.get(0);
    List<ISetter> setters = options.stream().map(OptionSpec::setter).toList();
    String[] description = first.description().clone();
    if (options.size() < commands.size()) {
      description[0] = "With dead letters in " + adapters(owners.get(name)) + ": " + description[0];
    }
    return OptionSpec.builder(first)
        .description(description)
        .setter(
            new ISetter() {
              @Override
              public <T> T set(T value) throws Exception {
                // The parser also sets what is so without it.
                if (!Objects.equals(value, first.initialValue())) {
                  given.add(name);
                }
                for (ISetter setter : setters) {
                  var unused = setter.set(value);
                }
                return value;
              }
            })
        .build();
  }

  private static String adapters(List<Subcommand> commands) {
    return commands.stream()
        .map(command -> command.deadLetters().orElseThrow())
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  @Override
  public int run(CommandContext context) throws Exception {
    Subcommand command = chosen(context);
    for (String option : given) {
      if (!owners.get(option).contains(command)) {
        throw new InvalidSetup(
            option
                + " is for dead letters in "
                + adapters(owners.get(option))
                + "; those of this pipeline are in pipeline.deadLetter."
                + command.deadLetters().orElseThrow()
                + "\nFix: leave it out; "
                + name()
                + " --help says which options there are");
      }
    }
    return command.run(context);
  }

  private Subcommand chosen(CommandContext context) throws Exception {
    var pipeline = context.pipeline().config().pipeline();
    Optional<DeadLetterSettings<?>> declared = pipeline.deadLetter();
    if (declared.isEmpty()) {
      throw new InvalidSetup(
          "pipeline '"
              + pipeline.name()
              + "' has no pipeline.deadLetter, so there are no letters to "
              + name()
              + "\nFix: configure one, of "
              + adapters(commands)
              + ", or name another file with -c");
    }
    Subcommand command = byAdapter.get(declared.get().provider().name());
    if (command == null) {
      throw new InvalidSetup(
          "the letters of pipeline '"
              + pipeline.name()
              + "' are in pipeline.deadLetter."
              + declared.get().provider().name()
              + "; "
              + name()
              + " is for letters in "
              + adapters(commands)
              + "\nFix: read them there and send them on yourself");
    }
    return command;
  }
}
