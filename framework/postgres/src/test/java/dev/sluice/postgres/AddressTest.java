package dev.sluice.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.InvalidSetting;
import io.vertx.pgclient.SslMode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

  @ParameterizedTest
  @CsvSource({
    "postgresql://me:s3cret@db:6000/orders, me@db:6000/orders",
    "postgres://me:s3cret@db/orders, me@db:5432/orders",
    "postgresql://me@my_db.internal:6000/orders?sslmode=disable, me@my_db.internal:6000/orders",
    "postgresql://me:p%40ss%2Fword@10.0.0.1:6000/orders, me@10.0.0.1:6000/orders"
  })
  void showsWhereAndWhoButNoPassword(String url, String shown) {
    assertThat(Address.of(url)).hasToString(shown);
  }

  @Test
  void decodesThePassword() {
    assertThat(Address.of("postgresql://me:p%40ss%2Fword@db/orders").options().getPassword())
        .isEqualTo("p@ss/word");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3cret",
        "mysql://me:s3cret@db/orders",
        "postgresql://me:s3cret@/orders",
        "postgresql://:s3cret@db/orders",
        "postgresql://me:s3cret@db",
        "postgresql://me:s3cret@db/",
        "postgresql://me:s3cret@more@db/orders",
        "postgresql://me:s3cret/more@db/orders",
        "postgresql://me:s3cret@db:port/orders",
        "postgresql://me:s3cret@db:99999/orders",
        "postgresql://me:s3cret%zz@db/orders",
        "postgresql://me:s3cret@db/orders?sslmode=sometimes"
      })
  void refusesWhatItCanNotReadWithoutShowingIt(String url) {
    assertThatThrownBy(() -> Address.of(url))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("postgresql://user:password@host:port/database")
        .hasMessageNotContaining("s3cret")
        .hasNoCause();
  }

  @Test
  void encryptsWhenTheUrlSaysSo() {
    Address required = Address.of("postgresql://me@db/orders?sslmode=require");
    Address verified = Address.of("postgresql://me@db/orders?sslmode=verify-full");

    assertThat(required.options().getSslMode()).isEqualTo(SslMode.REQUIRE);
    assertThat(required.options().getSslOptions().isTrustAll()).isTrue();
    assertThat(verified.options().getSslOptions().isTrustAll()).isFalse();
    assertThat(verified.options().getSslOptions().getHostnameVerificationAlgorithm())
        .isEqualTo("HTTPS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://me@db/orders?pooler=transaction",
        "postgresql://me@db/orders?sslmode=disable&pooler=transaction",
        "postgresql://me@db/orders?pooler=transaction&application_name=mine"
      })
  void knowsAPoolerThatSharesConnectionsByTransaction(String url) {
    Address address = Address.of(url);

    assertThat(address.pooled()).isTrue();
    assertThat(address.preparing().options().getCachePreparedStatements()).isFalse();
    assertThat(address.options().getProperties())
        .as("the server would refuse what it does not know")
        .doesNotContainKey("pooler");
  }

  @Test
  void keepsPreparedStatementsWithoutAPooler() {
    Address address = Address.of("postgresql://me@db/orders?application_name=mine");

    assertThat(address.pooled()).isFalse();
    assertThat(address.preparing().options().getCachePreparedStatements()).isTrue();
    assertThat(address.options().getProperties()).containsEntry("application_name", "mine");
  }

  @Test
  void refusesAPoolerOfAnotherKind() {
    assertThatThrownBy(() -> Address.of("postgresql://me@db/orders?pooler=session"))
        .isInstanceOfSatisfying(
            InvalidSetting.class, wrong -> assertThat(wrong.key()).isEqualTo("url"))
        .hasMessageContaining("pooler=session; expected pooler=transaction");
  }

  @Test
  void refusesTwoPasswords() {
    assertThatThrownBy(() -> config("postgresql://me:s3cret@db/orders", Optional.of("/pw")))
        .isInstanceOfSatisfying(
            InvalidSetting.class, wrong -> assertThat(wrong.key()).isEqualTo("passwordFile"))
        .hasMessageContaining("remove one");
  }

  @Test
  void settingsShowNoPassword() {
    assertThat(config("postgresql://me:s3cret@db/orders", Optional.empty()).toString())
        .contains("me@db:5432/orders")
        .doesNotContain("s3cret");
  }

  private static PostgresServiceConfig config(String url, Optional<String> passwordFile) {
    return MainService.config(url, passwordFile, 4);
  }
}
