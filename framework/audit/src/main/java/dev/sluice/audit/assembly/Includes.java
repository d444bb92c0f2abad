package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.text.SourceText;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** Which files a pattern of {@code [include] files} means. */
final class Includes {
  private Includes() {}

  /**
   * The files, in the order of their names. An absolute pattern speaks of paths in a container: of
   * it the last two parts are compared, as the files that were read lie elsewhere.
   */
  static List<SourceText> of(
      SourceText main, String pattern, List<SourceText> read, Scripts mounted) {
    Optional<SourceText> exact = mounted.read(pattern);
    if (exact.isPresent()) {
      return List.of(exact.get());
    }
    boolean absolute = pattern.startsWith("/");
    PathMatcher matcher;
    try {
      matcher =
          FileSystems.getDefault()
              .getPathMatcher("glob:" + (absolute ? tail(pattern) : join(main, pattern)));
    } catch (PatternSyntaxException e) {
      return List.of();
    }
    if (absolute) {
      PathMatcher whole = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      List<SourceText> there =
          mounted.paths().stream()
              .filter(path -> whole.matches(Path.of(path)))
              .flatMap(path -> mounted.read(path).stream())
              .filter(text -> !text.equals(main))
              .toList();
      if (!there.isEmpty()) {
        return there;
      }
    }
    return read.stream()
        .filter(text -> !text.name().equals(main.name()))
        .filter(
            text ->
                matcher.matches(Path.of(absolute ? tail(text.name()) : text.name()).normalize()))
        .sorted(Comparator.comparing(SourceText::name))
        .toList();
  }

  private static String join(SourceText main, String pattern) {
    int slash = main.name().lastIndexOf('/');
    String directory = slash < 0 ? "" : main.name().substring(0, slash + 1);
    return Path.of(directory).resolve(pattern).normalize().toString();
  }

  // conf.d/*.conf of /etc/supervisor/conf.d/*.conf
  private static String tail(String path) {
    int last = path.lastIndexOf('/');
    int before = last <= 0 ? -1 : path.lastIndexOf('/', last - 1);
    return path.substring(before + 1);
  }
}
