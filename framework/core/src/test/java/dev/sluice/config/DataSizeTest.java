package dev.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "4096,4096",
    "10B,10",
    "64KiB,65536",
    "1MiB,1048576",
    "2GiB,2147483648",
    "1TiB,1099511627776",
    "500kB,500000",
    "10MB,10000000",
    "1GB,1000000000"
  })
  void readsBinaryAndDecimalUnits(String text, long bytes) {
    assertThat(DataSize.parse(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "MiB", "-1", "1.5MiB", "010", "1 MiB", "1mib", "1KB", "1e6", "0x10", "١"})
  void refusesEveryOtherForm(String text) {
    assertThatThrownBy(() -> DataSize.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("64KiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "9007199254740992TiB", "9999999999999999999"})
  void refusesMoreThanFitsInsteadOfWrappingAround(String text) {
    assertThatThrownBy(() -> DataSize.parse(text)).hasMessageContaining("8 EiB");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1000, 1024, 1_048_576, 500_000, 64L << 20, 1_000_001, Long.MAX_VALUE})
  void printsWhatItReadsBack(long bytes) {
    DataSize size = new DataSize(bytes);

    assertThat(DataSize.parse(size.toString())).isEqualTo(size);
  }
}
