package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.spi.Header;
import dev.sluice.spi.Source;
import dev.sluice.spi.SourceContext;
import dev.sluice.testkit.FakeRecord;
import dev.sluice.testkit.contract.Cell;
import dev.sluice.testkit.contract.ContractBroker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A queue of one type; each worker reaches it through a {@link Wire} of its own. */
final class RabbitContractBroker implements ContractBroker {
  static final String QUEUE = "contract";

  private final RabbitBroker broker;
  private final TestQueues queues;
  private final QueueType type;
  private final UnaryOperator<SourceContext> change;
  private final Map<String, Wire> wires = new HashMap<>();
  private final List<String> names = new ArrayList<>(List.of(QUEUE));
  private long put;

  /**
   * @param change makes each worker's context another one
   */
  RabbitContractBroker(RabbitBroker broker, QueueType type, UnaryOperator<SourceContext> change) {
    this.broker = broker;
    this.change = change;
    this.type = type;
    this.queues = new TestQueues(broker).declare(QUEUE, type, Map.of());
  }

  @Override
  public void put(List<FakeRecord> records) {
    List<AMQP.BasicProperties> properties = new ArrayList<>();
    for (FakeRecord each : records) {
      Map<String, Object> headers = new HashMap<>();
      headers.put("key", new String(each.key(), StandardCharsets.UTF_8));
      for (Header header : each.headers()) {
        headers.put(header.name(), new String(header.value(), StandardCharsets.UTF_8));
      }
      properties.add(
          new AMQP.BasicProperties.Builder()
              .messageId(new String(each.value(), StandardCharsets.UTF_8))
              .headers(headers)
              .build());
    }
    queues.publish(QUEUE, properties, records.stream().map(FakeRecord::value).toList());
    put += records.size();
  }

  @Override
  public Source source(String member, SourceContext given) {
    SourceContext context = change.apply(given);
    Wire wire = new Wire(broker.port());
    wires.put(member, wire);
    DelayQueues.of(context).names(QUEUE).stream()
        .filter(name -> !names.contains(name))
        .forEach(names::add);
    return new RabbitSourceProvider()
        .create(
            Settings.of(queues.url(wire.port()), QUEUE).type(type).keyHeader("key").config(),
            context);
  }

  @Override
  public long settled() {
    return put - queues.held(names);
  }

  @Override
  public void silence(String member) {
    wires.get(member).hold();
  }

  @Override
  public void hear(String member) {
    wires.get(member).release();
  }

  @Override
  public void disown(String member) {
    broker.closeConnections(queues.vhost());
  }

  @Override
  public void cutNetwork() {
    wires.values().forEach(Wire::hold);
  }

  @Override
  public void restoreNetwork() {
    wires.values().forEach(Wire::release);
  }

  @Override
  public void restart() {
    broker.restart();
  }

  @Override
  public Optional<String> notApplicable(Cell cell) {
    return cell == Cell.LANE_TAKEN
        ? Optional.of("a broker takes no message from a consumer that is there")
        : Optional.empty();
  }

  @Override
  public void close() {
    wires.values().forEach(Wire::close);
    queues.close();
  }
}
