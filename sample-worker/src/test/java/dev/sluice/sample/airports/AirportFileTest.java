package dev.sluice.sample.airports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AirportFileTest {
  private static final String NAME = "airports.csv";
  private static final int ROWS = 3376;

  @TempDir Path directory;

  @BeforeEach
  void copyTheSample() throws IOException {
    try (InputStream in = AirportFileTest.class.getResourceAsStream("/data/" + NAME)) {
      Files.copy(in, directory.resolve(NAME));
    }
  }

  private AirportFile open(Optional<ImportState> from) throws IOException {
    return AirportFile.open(directory, NAME, from);
  }

  @Test
  void readsEveryRowOnceHoweverOftenItIsOpenedAnew() throws IOException {
    List<Airport> once;
    try (AirportFile file = open(Optional.empty())) {
      AirportRows all = file.read(10_000);
      once = all.airports();
      assertThat(all.last()).isTrue();
    }
    List<Airport> inPieces = new ArrayList<>();
    Optional<ImportState> state = Optional.empty();
    boolean last = false;
    for (int batch = 1; !last; batch = batch * 2 + 1) {
      try (AirportFile file = open(state)) {
        AirportRows rows = file.read(batch);
        inPieces.addAll(rows.airports());
        last = rows.last();
        // As it comes back from the database.
        state = Optional.of(ImportState.of(file.state().toBuffer()));
        assertThat(state.get().rows()).isEqualTo(inPieces.size());
      }
    }

    assertThat(once).hasSize(ROWS);
    assertThat(inPieces).isEqualTo(once);
    assertThat(once)
        .contains(
            new Airport(
                "DBN", "W. H. \"Bud\" Barron", "Dublin", "GA", "USA", 32.56445806, -82.98525556));
  }

  @Test
  void aFileThatHasChangedIsRefusedAndNamesHowFarItWas() throws IOException {
    ImportState state;
    try (AirportFile file = open(Optional.empty())) {
      file.read(100);
      state = file.state();
    }
    byte[] changed = Files.readAllBytes(directory.resolve(NAME));
    changed[changed.length - 2] = '9';
    Files.write(directory.resolve(NAME), changed);

    assertThatThrownBy(() -> open(Optional.of(state)))
        .isInstanceOf(FileRefused.class)
        .hasMessageContaining("'airports.csv' has changed since 100 of its rows were imported")
        .hasMessageContaining("retry the job");
  }

  @Test
  void aFileThatGrowsWhileItIsReadIsRefused() throws IOException {
    try (AirportFile file = open(Optional.empty())) {
      file.read(100);
      Files.writeString(
          directory.resolve(NAME), "X,x,x,x,x,1,1\n", java.nio.file.StandardOpenOption.APPEND);

      assertThatThrownBy(() -> file.read(100))
          .isInstanceOf(FileRefused.class)
          .hasMessageContaining("had 210365 bytes and now has 210379");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nothing.csv, does not exist in",
    "../airports.csv, is not below",
    "., does not exist"
  })
  void whatIsNoFileOfTheDirectoryIsRefused(String name, String saying) {
    assertThatThrownBy(() -> AirportFile.open(directory, name, Optional.empty()))
        .isInstanceOf(FileRefused.class)
        .hasMessageContaining("file '" + name + "' " + saying)
        .hasMessageContaining("--airports-dir");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A,a,a,a,a,1|row 2 has 6 fields",
        ",a,a,a,a,1,2|row 2 has no iata code",
        "A,a,a,a,a,91,2|row 2 latitude '91' is no number of degrees from -90 to 90",
        "A,a,a,a,a,1,east|row 2 longitude 'east' is no number of degrees",
        "A,a,a,a,a,NaN,2|row 2 latitude 'NaN'",
        "A,\"a,a,a,a,1,2|row 2 has a quote that is never closed",
      })
  void aRowThatCantBeReadIsNamedAndToldWhatIsWrong(String row, String saying) throws IOException {
    Files.writeString(directory.resolve(NAME), Airport.HEADER + "\nOK,a,a,a,a,1,2\n" + row + "\n");
    try (AirportFile file = open(Optional.empty())) {
      assertThatThrownBy(() -> file.read(10))
          .isInstanceOf(FileRefused.class)
          .hasMessageContaining("file 'airports.csv': " + saying);
    }
  }

  @Test
  void aFileOfSomethingElseIsRefused() throws IOException {
    Files.writeString(directory.resolve(NAME), "id,name\n1,x\n");

    assertThatThrownBy(() -> open(Optional.empty()))
        .isInstanceOf(FileRefused.class)
        .hasMessageContaining("begins with 'id,name' instead of iata,name,");
  }
}
