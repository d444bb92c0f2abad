package dev.sluice.sample.docs;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java sources of a page, compiled against what this module sees.
 *
 * @param classes where the class files are
 */
record Compiled(Path classes) {

  /**
   * Compiles.
   *
   * @param sources by their path below a source directory
   * @param directory takes sources and classes
   * @throws AssertionError with what the compiler says
   */
  static Compiled of(Map<String, String> sources, Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = directory.resolve("sources").resolve(source.getKey());
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, source.getValue()));
    }
    Path classes = Files.createDirectories(directory.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      List<String> options =
          List.of("--release", "17", "-d", classes.toString(), "-cp", classPath());
      boolean compiled =
          compiler
              .getTask(
                  said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        throw new AssertionError("an example does not compile:\n" + said);
      }
    }
    return new Compiled(classes);
  }

  /** The class path of the tests without the sample itself, which a reader's project has not. */
  static String libraries() {
    return Arrays.stream(classPath().split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).startsWith(Checkout.ROOT.resolve("sample-worker")))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
