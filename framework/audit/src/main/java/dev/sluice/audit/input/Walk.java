package dev.sluice.audit.input;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Goes through a directory in the order of names. Links are followed, each directory once. Hidden
 * directories, those that tools fill and files that are no regular ones are passed over.
 */
final class Walk {
  private static final Set<String> FILLED_BY_TOOLS =
      Set.of("node_modules", "target", "__pycache__", "venv");

  private final Bounds bounds;
  private final Found found;
  private final Set<Object> seen = new HashSet<>();
  private int files;

  /** What is done with what a walk meets. */
  interface Found {
    /** A regular file with its length in bytes. */
    void file(Path path, String name, long length);

    /** True when the directory is dealt with as a whole and is not gone into. */
    boolean directory(Path path, String name);

    /** Something that is passed over. */
    void skipped(String name, String reason);

    /** Something that can't be read. */
    void problem(String name, String message);
  }

  Walk(Bounds bounds, Found found) {
    this.bounds = bounds;
    this.found = found;
  }

  /** Goes through one directory that the user named. */
  void directory(Path root) {
    directory(root, 0);
  }

  private void directory(Path directory, int depth) {
    String name = name(directory);
    if (depth > bounds.depth()) {
      found.problem(name, "lies deeper than " + bounds.depth() + " directories: name it by itself");
      return;
    }
    try {
      if (!seen.add(directory.toRealPath())) {
        found.skipped(name, "was read already under another name");
        return;
      }
      if (found.directory(directory, name)) {
        return;
      }
      for (Path child : children(directory)) {
        child(child, depth);
      }
    } catch (IOException | DirectoryIteratorException e) {
      found.problem(name, "can't be listed: " + e.getMessage());
    }
  }

  private void child(Path child, int depth) {
    String name = name(child);
    String last = String.valueOf(child.getFileName());
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(child, BasicFileAttributes.class);
    } catch (IOException e) {
      if (Files.exists(child, LinkOption.NOFOLLOW_LINKS)) {
        found.skipped(name, "a link that leads nowhere");
      }
      return;
    }
    if (attributes.isDirectory()) {
      if (last.startsWith(".") || FILLED_BY_TOOLS.contains(last)) {
        found.skipped(name, "hidden, or filled by a tool: name it to have it read");
      } else {
        directory(child, depth + 1);
      }
    } else if (!attributes.isRegularFile()) {
      found.skipped(name, "no regular file");
    } else if (last.startsWith(".")) {
      found.skipped(name, "hidden: name it to have it read");
    } else {
      found.file(child, name, attributes.size());
    }
  }

  private List<Path> children(Path directory) throws IOException {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      for (Path child : stream) {
        if (++files > bounds.files()) {
          found.problem(
              name(directory),
              "more than " + bounds.files() + " files: name the directories that matter");
          break;
        }
        children.add(child);
      }
    }
    Collections.sort(children);
    return children;
  }

  /** As reports print it: what the user typed, without {@code ./}. */
  static String name(Path path) {
    Path plain = path.normalize();
    String text = plain.toString().replace('\\', '/');
    return text.isEmpty() ? "." : text;
  }
}
