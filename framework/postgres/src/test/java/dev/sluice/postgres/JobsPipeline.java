package dev.sluice.postgres;

import dev.sluice.postgres.Commanding.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file of a pipeline that reads a table of jobs. */
final class JobsPipeline {
  private final Path file;

  JobsPipeline(Path directory, String url, String more) {
    String text =
        """
        apiVersion: sluice.dev/v1
        pipeline:
          name: test
          handler: work
          source: { postgresJobs: { url: "%s" } }
        management: { port: 0, host: 127.0.0.1 }
        %s
        """
            .formatted(url, more);
    try {
      file = Files.writeString(directory.resolve("pipeline.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Said jobs(String... arguments) {
    List<String> line = new ArrayList<>(List.of("jobs"));
    line.addAll(List.of(arguments));
    return Commanding.run(file, line.toArray(String[]::new));
  }
}
