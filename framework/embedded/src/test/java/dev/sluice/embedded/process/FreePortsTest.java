package dev.sluice.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortsTest {

  @Test
  void givesPortsBelowThoseOfOutgoingConnections() {
    assertThat(FreePorts.next()).isBetween(12_000, 29_999);
  }

  @Test
  void tellsAPortThatIsTaken() throws Exception {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
      assertThat(FreePorts.free(taken.getLocalPort())).isFalse();
    }
  }
}
