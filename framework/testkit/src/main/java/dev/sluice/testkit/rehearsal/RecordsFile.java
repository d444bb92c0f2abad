package dev.sluice.testkit.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.sluice.api.InvalidSetup;
import dev.sluice.testkit.FakeRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads records from a file with one JSON document a line; the line as it stands is the value. */
final class RecordsFile {
  private static final ObjectReader JSON =
      new ObjectMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** As large as a record may sensibly be; all of a file's records are held at once. */
  private static final int LONGEST_LINE = 16 << 20;

  private final Path file;
  private final Optional<String> keyField;

  RecordsFile(Path file, Optional<String> keyField) {
    this.file = file;
    this.keyField = keyField;
  }

  /**
   * Reads at most so many; empty lines are left out. Blocks.
   *
   * @throws InvalidSetup naming the file and the line
   */
  List<FakeRecord> first(int max) {
    if (max < 1) {
      throw new InvalidSetup("--max-records must be at least 1, not " + max);
    }
    List<FakeRecord> records = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = next(lines, 1);
          line != null && records.size() < max;
          line = next(lines, number + 1)) {
        number++;
        if (!line.isBlank()) {
          records.add(parse(line, number));
        }
      }
    } catch (NoSuchFileException e) {
      throw new InvalidSetup("--records " + file + ": there is no such file", e);
    } catch (IOException e) {
      throw new InvalidSetup("--records " + file + " can't be read as UTF-8 text: " + e, e);
    }
    if (records.isEmpty()) {
      throw new InvalidSetup(
          "--records " + file + " has no records; write one JSON document a line");
    }
    return records;
  }

  /** The next line, or null at the end; one that no memory may hold is refused as it is read. */
  private String next(BufferedReader lines, int number) throws IOException {
    StringBuilder line = new StringBuilder();
    int read = lines.read();
    if (read < 0) {
      return null;
    }
    for (; read >= 0 && read != '\n'; read = lines.read()) {
      if (line.length() == LONGEST_LINE) {
        throw new InvalidSetup(
            "--records "
                + file
                + " line "
                + number
                + " is longer than "
                + LONGEST_LINE
                + " characters; write one JSON document a line");
      }
      line.append((char) read);
    }
    int last = line.length() - 1;
    return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
  }

  private FakeRecord parse(String line, int number) {
    JsonNode document;
    try {
      document = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new InvalidSetup(
          "--records "
              + file
              + " line "
              + number
              + " is not one JSON document: "
              + e.getOriginalMessage(),
          e);
    }
    if (keyField.isEmpty()) {
      return FakeRecord.of(line);
    }
    JsonNode key = document.get(keyField.get());
    if (key == null || key.isContainerNode() || key.isNull()) {
      throw new InvalidSetup(
          "--records "
              + file
              + " line "
              + number
              + " has no text or number '"
              + keyField.get()
              + "', which --key-field names");
    }
    return FakeRecord.of(key.asText(), line);
  }
}
