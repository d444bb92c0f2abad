package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DepthsTest {

  @Test
  void aConnectionWithoutAChannelToSpareSaysSo() throws Exception {
    try (TestQueues queues = new TestQueues(TestRabbit.shared())) {
      queues.declare("work", QueueType.CLASSIC, Map.of()).publish("work", List.of("a", "b"));
      ConnectionFactory factory = new ConnectionFactory();
      factory.setUri(URI.create(queues.url()));
      factory.setAutomaticRecoveryEnabled(false);
      factory.setRequestedChannelMax(1);
      try (Connection connection = factory.newConnection("test")) {
        assertThat(Depths.of(connection, List.of("work"))).containsEntry("work", 2L);
        var taken = connection.createChannel();
        assertThatThrownBy(() -> Depths.of(connection, List.of("work")))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("no further channel (channel_max)");
        taken.close();
      }
    }
  }
}
