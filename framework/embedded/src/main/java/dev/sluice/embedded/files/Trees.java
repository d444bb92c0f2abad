package dev.sluice.embedded.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Whole directory trees. Symbolic links are never followed. */
public final class Trees {

  private Trees() {}

  /** Deletes a tree; nothing when there is none. */
  public static void delete(Path root) throws IOException {
    try {
      Files.walkFileTree(root, new Deletion());
    } catch (NoSuchFileException e) {
      // Nothing there.
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
      if (cause instanceof NoSuchFileException && Files.notExists(file)) {
        return FileVisitResult.CONTINUE;
      }
      throw cause;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException cause)
        throws IOException {
      if (cause != null) {
        throw cause;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
