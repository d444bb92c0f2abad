package dev.sluice.sample.airports;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A file of airports, from a row on. Every method blocks; one thread at a time.
 *
 * <p>A file that is replaced by another of its name stays the same for whoever has it open; one
 * that is written into is found changed by the next try, which compares digests, or at once when
 * its size changes.
 */
final class AirportFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final String name;
  private final FileChannel channel;
  private final long size;
  private final CsvReader rows;
  private ImportState state;

  private AirportFile(String name, FileChannel channel, ImportState state) throws IOException {
    this.name = name;
    this.channel = channel;
    this.size = channel.size();
    this.state = state;
    channel.position(state.position());
    InputStream in = new BufferedInputStream(Channels.newInputStream(channel), BUFFER);
    this.rows = new CsvReader(in, state.position());
  }

  /**
   * Opens a file where its import goes on.
   *
   * @param directory where the files of jobs are
   * @param name the file's name below it
   * @param from what the last step left; empty for a file that begins
   * @throws FileRefused when it is not there, not one of airports, or not the one that was begun
   */
  static AirportFile open(Path directory, String name, Optional<ImportState> from)
      throws IOException {
    Path home = directory.toAbsolutePath().normalize();
    Path file = home.resolve(name).normalize();
    if (!file.startsWith(home)) {
      throw new FileRefused(
          "file '" + name + "' is not below " + home + "; name one that is (--airports-dir)");
    }
    if (!Files.isRegularFile(file)) {
      throw new FileRefused(
          "file '"
              + name
              + "' does not exist in "
              + home
              + from.map(AirportFile::begun).orElse("")
              + "; put it there, or start the worker with the right --airports-dir, and retry the"
              + " job");
    }
    FileChannel channel = FileChannel.open(file);
    try {
      String sha256 = sha256(channel);
      AirportFile opened =
          new AirportFile(name, channel, from.orElse(new ImportState(0, 0, sha256)));
      opened.check(sha256);
      return opened;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void check(String sha256) throws IOException {
    if (!sha256.equals(state.sha256())) {
      throw new FileRefused(
          "file '"
              + name
              + "' has changed"
              + begun(state)
              + "; put the old one back and retry the"
              + " job, or cancel it and import the new one with a job of its own");
    }
    if (state.position() == 0) {
      String header = String.join(",", rows.next().orElse(List.of()));
      if (!header.equals(Airport.HEADER)) {
        throw new FileRefused(
            "file '" + name + "' begins with '" + header + "' instead of " + Airport.HEADER);
      }
    }
  }

  private static String begun(ImportState state) {
    return " since " + state.rows() + " of its rows were imported";
  }

  private static String sha256(FileChannel channel) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      // Not closed: that would close the channel.
      new DigestInputStream(Channels.newInputStream(channel.position(0)), digest)
          .transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** What to go on from after the rows that were read. */
  ImportState state() {
    return state;
  }

  /**
   * The next rows.
   *
   * @param most how many at most
   * @throws FileRefused when one can't be read, or the file has another size than at first
   */
  AirportRows read(int most) throws IOException {
    List<Airport> airports = new ArrayList<>();
    try {
      while (airports.size() < most) {
        Optional<List<String>> fields = rows.next();
        if (fields.isEmpty()) {
          break;
        }
        airports.add(Airport.of(fields.get()));
      }
    } catch (IllegalArgumentException e) {
      throw new FileRefused(
          "file '"
              + name
              + "': row "
              + (state.rows() + airports.size() + 1)
              + " "
              + e.getMessage()
              + "; mend the file and import it with a new job");
    }
    if (channel.size() != size) {
      throw new FileRefused(
          "file '"
              + name
              + "' had "
              + size
              + " bytes and now has "
              + channel.size()
              + begun(state)
              + "; retry the job when nobody writes into it any more");
    }
    AirportRows read = new AirportRows(airports, rows.position(), rows.position() >= size);
    state = state.after(read);
    return read;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
