package dev.sluice.config.yaml;

import dev.sluice.config.ConfigException;
import dev.sluice.config.ConfigProblem;
import dev.sluice.config.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a bounded UTF-8 file. Blocks. */
public final class FileText {

  /** The largest file that is read. */
  public static final int MAX_BYTES = 1 << 20;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private FileText() {}

  /**
   * The file's text without a byte order mark.
   *
   * @throws ConfigException when the file is missing, is a directory, can't be read, is larger than
   *     {@link #MAX_BYTES} or is not UTF-8
   */
  public static String read(Path file) {
    if (Files.isDirectory(file)) {
      throw problem(file, "is a directory; name the file in it");
    }
    byte[] bytes;
    // One byte more than allowed tells "just fits" from "too large", also for pipes.
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException e) {
      throw problem(file, "no such file");
    } catch (IOException e) {
      throw problem(file, "can't be read: " + e);
    }
    if (bytes.length > MAX_BYTES) {
      throw problem(file, "is larger than 1 MiB; this is not a pipeline file");
    }
    String text = decode(file, bytes);
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  private static String decode(Path file, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
    } catch (CharacterCodingException e) {
      // The decoder leaves the buffer at the first byte it could not read.
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw new ConfigException(
          List.of(
              new ConfigProblem(
                  new Location(file.toString(), line), "", "is not UTF-8; save it as UTF-8")));
    }
  }

  private static ConfigException problem(Path file, String text) {
    return new ConfigException(
        List.of(new ConfigProblem(new Location(file.toString(), 0), "", text)));
  }
}
