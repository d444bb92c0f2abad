package dev.sluice.sample.dev;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The jar's pipelines as files that may be edited. */
final class PipelineFiles {
  private static final String LOCAL =
      """

      # Only in this copy: probes and status on any free port of this machine.
      management: { port: 0, host: 127.0.0.1 }
      """;

  private PipelineFiles() {}

  static Path of(Path dataDir, DevPipeline pipeline) {
    return dataDir.resolve(pipeline.title() + ".yaml");
  }

  /** Writes the file unless it is there. */
  static void write(Path dataDir, DevPipeline pipeline) throws IOException {
    Path file = of(dataDir, pipeline);
    if (!Files.exists(file)) {
      String resource = "/pipelines/" + pipeline.title() + ".yaml";
      try (InputStream in = PipelineFiles.class.getResourceAsStream(resource)) {
        String shared = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        Files.writeString(file, shared + LOCAL);
      }
    }
  }
}
