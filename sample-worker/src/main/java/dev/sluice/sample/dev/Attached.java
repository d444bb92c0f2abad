package dev.sluice.sample.dev;

import dev.sluice.api.Environment;
import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The servers of another worker, which end with that one. */
record Attached(Map<String, String> variables, Path file) implements Environment {

  static Attached to(Path home, DevOptions options) throws IOException {
    if (options.reset()) {
      throw new InvalidSetup(
          "--attach and --reset contradict each other: a worker runs on the data directory\nFix:"
              + " leave one of them out");
    }
    Map<String, String> variables = new Addresses(home).read();
    DevBroker broker = options.pipeline().broker();
    if (!variables.containsKey(broker.variable())) {
      throw new InvalidSetup(
          "--attach: the worker on "
              + home
              + " has no "
              + broker.title()
              + ", which "
              + options.pipeline().title()
              + " needs\nFix: start a pipeline first whose records come from "
              + broker.title()
              + ", and attach others to it");
    }
    PipelineFiles.write(home, options.pipeline());
    return new Attached(variables, PipelineFiles.of(home, options.pipeline()));
  }

  @Override
  public Optional<Path> config() {
    return Optional.of(file);
  }

  @Override
  public void close() {
    // They are somebody else's.
  }
}
