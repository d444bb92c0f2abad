package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A configuration that supervisord and the audit both read.
 *
 * @param name what it shows
 * @param files by their paths; the main one is {@code supervisord.conf}
 * @param environment what supervisord is started with
 */
record OracleCase(String name, Map<String, String> files, Map<String, String> environment) {
  static final String MAIN = "supervisord.conf";

  /** The cases of a file: {@code === name}, then the main file, {@code --- path} for others. */
  static List<OracleCase> read(String resource) throws IOException {
    List<OracleCase> cases = new ArrayList<>();
    String all;
    try (var in = OracleCase.class.getResourceAsStream("/supervisord/" + resource)) {
      all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (String text : all.split("(?m)^=== ", -1)) {
      if (!text.isEmpty()) {
        String[] parts = text.split("(?m)^--- ", -1);
        int end = parts[0].indexOf('\n');
        Map<String, String> files = new LinkedHashMap<>();
        Map<String, String> environment = new TreeMap<>();
        files.put(MAIN, parts[0].substring(end + 1));
        for (int i = 1; i < parts.length; i++) {
          int line = parts[i].indexOf('\n');
          files.put(parts[i].substring(0, line), parts[i].substring(line + 1));
        }
        Optional.ofNullable(files.remove("env"))
            .ifPresent(
                env ->
                    env.lines()
                        .map(it -> it.split("=", 2))
                        .forEach(it -> environment.put(it[0], it[1])));
        cases.add(new OracleCase(parts[0].substring(0, end), files, environment));
      }
    }
    return cases;
  }

  /** The same with the line ends of Windows, and none behind the last line. */
  OracleCase withCarriageReturns() {
    Map<String, String> other = new LinkedHashMap<>();
    files.forEach((path, text) -> other.put(path, text.strip().replace("\n", "\r\n")));
    return new OracleCase(name + ", with carriage returns", other, environment);
  }

  void write(Path directory) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  /** What the audit understands of it in a directory. */
  SupervisordConfig read(Path directory) {
    return SupervisordConfig.read(
        text(directory, MAIN), glob -> matching(directory, glob), variables());
  }

  private List<EnvVariable> variables() {
    Position at = new Position("env", 1, 1);
    return environment.entrySet().stream()
        .map(it -> new EnvVariable(it.getKey(), Optional.of(it.getValue()), at))
        .toList();
  }

  private static SourceText text(Path directory, String path) {
    try {
      Path file = directory.resolve(path);
      return SourceText.file(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<SourceText> matching(Path directory, String glob) {
    PathMatcher matcher =
        FileSystems.getDefault().getPathMatcher("glob:" + directory.resolve(glob));
    return files.keySet().stream()
        .filter(path -> matcher.matches(directory.resolve(path)))
        .sorted()
        .map(path -> text(directory, path))
        .toList();
  }
}
