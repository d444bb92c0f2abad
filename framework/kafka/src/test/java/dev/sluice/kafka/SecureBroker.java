package dev.sluice.kafka;

import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.process.FreePorts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A broker whose second listener wants TLS, and a name and a password in SCRAM. */
final class SecureBroker implements AutoCloseable {
  static final String USER = "worker";
  static final String PASSWORD = "s3cret";

  private final int port = FreePorts.next();
  private final Path trust;
  private final Path wrongTrust;
  private final EmbeddedKafka broker;

  SecureBroker(Path directory) {
    Certificates certificates = new Certificates(directory);
    Path keys = certificates.keys("broker");
    trust = certificates.trusting(keys, "broker");
    wrongTrust = certificates.trusting(certificates.keys("stranger"), "stranger");
    broker =
        EmbeddedKafka.temporary(
            KafkaOptions.defaults()
                .withListener(new KafkaOptions.Listener("SECURE", "SASL_SSL", port))
                .withScramUser(USER, PASSWORD)
                .withProperty("listener.name.secure.sasl.enabled.mechanisms", "SCRAM-SHA-256")
                .withProperty(
                    "listener.name.secure.scram-sha-256.sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;")
                .withProperty("listener.name.secure.ssl.keystore.location", keys.toString())
                .withProperty("listener.name.secure.ssl.keystore.type", "PKCS12")
                .withProperty("listener.name.secure.ssl.keystore.password", Certificates.PASSWORD));
    broker.start();
  }

  /** The plain side of it, for making topics and looking at them. */
  EmbeddedKafka plain() {
    return broker;
  }

  /** Where the secure listener is. */
  String address() {
    return "127.0.0.1:" + port;
  }

  /** What a client must be told. */
  Map<String, String> properties(String password) {
    Map<String, String> properties = new HashMap<>();
    properties.put("security.protocol", "SASL_SSL");
    properties.put("ssl.truststore.location", trust.toString());
    properties.put("ssl.truststore.password", Certificates.PASSWORD);
    properties.put("sasl.mechanism", "SCRAM-SHA-256");
    properties.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\""
                .formatted(USER)
            + " password=\"%s\";".formatted(password));
    return properties;
  }

  /** What a client is told that trusts somebody else. */
  Map<String, String> mistrusting() {
    Map<String, String> properties = properties(PASSWORD);
    properties.put("ssl.truststore.location", wrongTrust.toString());
    return properties;
  }

  @Override
  public void close() {
    broker.close();
  }
}
