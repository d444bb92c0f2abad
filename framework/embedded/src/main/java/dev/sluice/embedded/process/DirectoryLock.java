package dev.sluice.embedded.process;

import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Says that a server's data directory is in use. The system gives the lock back when the JVM ends,
 * however it ends.
 */
public final class DirectoryLock implements AutoCloseable {
  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock of a directory, which is made when it is missing.
   *
   * @throws ServerFailed when somebody else holds it
   */
  public static DirectoryLock take(Path directory) {
    FileChannel channel = null;
    try {
      Files.createDirectories(directory);
      channel =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new DirectoryLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // Held by this JVM.
    } catch (IOException e) {
      close(channel);
      throw new ServerFailed("can't use the data directory " + directory + ": " + e, e);
    }
    close(channel);
    throw new ServerFailed(
        "the data directory " + directory + " is in use by another run: end it or take another");
  }

  @Override
  public void close() {
    close(channel);
  }

  private static void close(FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new ServerFailed("can't give back a lock", e);
      }
    }
  }
}
