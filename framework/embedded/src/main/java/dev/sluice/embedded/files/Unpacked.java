package dev.sluice.embedded.files;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Unpacks a bundle once per place, also when several threads and JVMs want it at once. A directory
 * counts as unpacked when the list written at the end is there and every file on it has the size it
 * had then; anything else, a half unpacking of a killed run included, is done anew.
 */
public final class Unpacked {
  private static final String LIST = "unpacked.list";

  private Unpacked() {}

  /** Fills an empty directory. */
  @FunctionalInterface
  public interface Bundle {
    /** Writes every file below the directory. */
    void unpackTo(Path directory) throws IOException;
  }

  /**
   * The directory {@code home/name}, filled by the bundle if it was not yet. Blocks.
   *
   * @param name must change whenever the bundle's content does
   * @throws ServerFailed when the files can't be written
   */
  public static Path in(Path home, String name, Bundle bundle) {
    synchronized (Unpacked.class) {
      // File locks are held by the whole JVM, hence both.
      try {
        Files.createDirectories(home);
        try (FileChannel channel =
                FileChannel.open(
                    home.resolve(name + ".lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            var lock = channel.lock()) {
          return lock.isValid() ? whole(home.resolve(name), bundle) : home;
        }
      } catch (IOException e) {
        throw new ServerFailed("can't unpack " + name + " into " + home + ": " + e, e);
      }
    }
  }

  private static Path whole(Path target, Bundle bundle) throws IOException {
    if (complete(target)) {
      return target;
    }
    Trees.delete(target);
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    Trees.delete(partial);
    Files.createDirectories(partial);
    bundle.unpackTo(partial);
    Files.writeString(partial.resolve(LIST), String.join("\n", list(partial)));
    Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
    return target;
  }

  private static boolean complete(Path target) throws IOException {
    Path list = target.resolve(LIST);
    if (Files.notExists(list)) {
      return false;
    }
    for (String line : Files.readAllLines(list)) {
      String[] sizeAndName = line.split(" ", 2);
      Path file = target.resolve(sizeAndName[1]);
      if (Files.notExists(file) || Files.size(file) != Long.parseLong(sizeAndName[0])) {
        return false;
      }
    }
    return true;
  }

  private static List<String> list(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> files = all.filter(Files::isRegularFile).sorted().toList();
      List<String> lines = new java.util.ArrayList<>();
      for (Path file : files) {
        lines.add(Files.size(file) + " " + directory.relativize(file));
      }
      return lines;
    }
  }
}
