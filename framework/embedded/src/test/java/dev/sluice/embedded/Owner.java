package dev.sluice.embedded;

import dev.sluice.embedded.files.TemporaryHome;
import dev.sluice.embedded.kafka.EmbeddedKafka;
import dev.sluice.embedded.kafka.KafkaOptions;
import dev.sluice.embedded.postgres.EmbeddedPostgres;
import dev.sluice.embedded.postgres.PostgresOptions;
import dev.sluice.embedded.rabbitmq.EmbeddedRabbit;
import dev.sluice.embedded.rabbitmq.RabbitOptions;
import java.io.IOException;
import java.nio.file.Path;

/** A JVM that starts servers and is then killed by a test; ends when its standard input does. */
public final class Owner {
  private Owner() {}

  /**
   * Prints what it has started, one word a line.
   *
   * @param args {@code kafka DIRECTORY}, {@code postgres DIRECTORY}, {@code rabbitmq DIRECTORY},
   *     {@code shared} or {@code home}
   */
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "kafka" -> {
        EmbeddedKafka kafka = EmbeddedKafka.in(Path.of(args[1]), KafkaOptions.defaults());
        kafka.start();
        print(kafka.pid());
      }
      case "postgres" -> {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.in(Path.of(args[1]), PostgresOptions.forTests());
        postgres.start();
        print(postgres.pid());
      }
      case "rabbitmq" -> {
        EmbeddedRabbit rabbit = EmbeddedRabbit.in(Path.of(args[1]), RabbitOptions.defaults());
        rabbit.start();
        print(rabbit.pid());
      }
      case "shared" -> print(((EmbeddedPostgres) EmbeddedPostgres.shared()).pid());
      default -> print(TemporaryHome.get().newData("nothing"));
    }
    print(System.in.read());
  }

  private static void print(Object word) {
    System.out.println(word);
  }
}
