package dev.sluice.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import org.junit.jupiter.api.Test;

class CausesTest {

  private static ShutdownSignalException closed(int code, String text) {
    AMQP.Channel.Close close =
        new AMQP.Channel.Close.Builder().replyCode(code).replyText(text).build();
    return new ShutdownSignalException(false, false, close, null);
  }

  @Test
  void aQueueWhoseNodeIsDownIsNotMissingWhateverItsName() {
    assertThat(
            Causes.notFound(
                closed(
                    AMQP.NOT_FOUND,
                    "NOT_FOUND - home node 'rabbit@b' of durable queue 'casino q' in vhost '/' is"
                        + " down or inaccessible")))
        .isFalse();
    assertThat(
            Causes.notFound(closed(AMQP.NOT_FOUND, "NOT_FOUND - no queue 'casino q' in vhost '/'")))
        .isTrue();
    assertThat(
            Causes.notFound(
                closed(AMQP.NOT_FOUND, "NOT_FOUND - no exchange 'casino' in vhost '/'")))
        .isTrue();
    assertThat(Causes.notFound(closed(AMQP.ACCESS_REFUSED, "NOT_FOUND - no queue"))).isFalse();
  }
}
