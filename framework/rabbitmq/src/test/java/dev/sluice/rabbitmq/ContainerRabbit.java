package dev.sluice.rabbitmq;

import dev.sluice.embedded.QueueCounts;
import dev.sluice.embedded.RabbitBroker;
import dev.sluice.embedded.ServerFailed;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container;
import org.testcontainers.rabbitmq.RabbitMQContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker in a container, for tests that share one. Its data and its address go with it: once
 * stopped it does not come back. The engine's reaper ends it after this JVM, however that ends.
 */
final class ContainerRabbit implements RabbitBroker {
  private static final String IMAGE =
      System.getProperty("sluice.rabbitmq.image", "rabbitmq:4.1-management");
  // What list_queues says of a quorum queue is seconds old.
  private static final String COUNTS =
      """
      case rabbit_amqqueue:lookup(rabbit_misc:r(<<"%s">>, queue, <<"%s">>)) of
        {ok, Q} ->
          case amqqueue:get_type(Q) of
            rabbit_quorum_queue ->
              [begin {ok, {_, N}, _} = ra:leader_query(amqqueue:get_pid(Q), Query), {count, N} end
               || Query <- [fun rabbit_fifo:query_messages_ready/1,
                            fun rabbit_fifo:query_messages_checked_out/1,
                            fun rabbit_fifo:query_consumer_count/1]];
            _ ->
              [{count, N} || {_, N} <- rabbit_amqqueue:info(Q,
                [messages_ready, messages_unacknowledged, consumers])]
          end;
        _ -> none
      end.""";
  private static final Pattern COUNT = Pattern.compile("\\{count,\\s*(\\d+)}");

  private final RabbitMQContainer container =
      new RabbitMQContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("rabbitmq"));

  static RabbitBroker started() {
    ContainerRabbit broker = new ContainerRabbit();
    broker.start();
    return broker;
  }

  @Override
  public void start() {
    container.start();
  }

  @Override
  public void stop() {
    container.stop();
  }

  @Override
  public void kill() {
    DockerClientFactory.lazyClient().killContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public String host() {
    return container.getHost();
  }

  @Override
  public int port() {
    return container.getAmqpPort();
  }

  @Override
  public int tlsPort() {
    throw withoutTls();
  }

  @Override
  public Path caFile() {
    throw withoutTls();
  }

  private static IllegalStateException withoutTls() {
    return new IllegalStateException("TLS is off: tests of it have a broker of their own");
  }

  @Override
  public String managementUrl() {
    return container.getHttpUrl();
  }

  @Override
  public String user() {
    return container.getAdminUsername();
  }

  @Override
  public String password() {
    return container.getAdminPassword();
  }

  @Override
  public String url(String vhost) {
    String encoded = URLEncoder.encode(vhost, StandardCharsets.UTF_8).replace("+", "%20");
    return "amqp://" + user() + ":" + password() + "@" + host() + ":" + port() + "/" + encoded;
  }

  @Override
  public String vhost(String name) {
    if (lines("list_vhosts", "name").stream().noneMatch(name::equals)) {
      var unused = lines("add_vhost", name);
    }
    var unused = lines("set_permissions", "-p", name, user(), ".*", ".*", ".*");
    return url(name);
  }

  @Override
  public Optional<QueueCounts> counts(String vhost, String queue) {
    String said = String.join("\n", lines("eval", COUNTS.formatted(vhost, queue)));
    List<Long> counts = COUNT.matcher(said).results().map(ContainerRabbit::number).toList();
    return counts.isEmpty()
        ? Optional.empty()
        : Optional.of(new QueueCounts(counts.get(0), counts.get(1), counts.get(2).intValue()));
  }

  private static long number(MatchResult found) {
    return Long.parseLong(found.group(1));
  }

  @Override
  public int closeConnections(String vhost) {
    return close(vhost, line -> true);
  }

  @Override
  public int closeConnections(String vhost, String name) {
    return close(vhost, line -> line.contains("{\"connection_name\",\"" + name + "\"}"));
  }

  private int close(String vhost, Predicate<String> which) {
    List<String> pids =
        lines("list_connections", "pid", "vhost", "client_properties").stream()
            .filter(line -> line.split("\t", -1)[1].equals(vhost))
            .filter(which)
            .map(line -> line.split("\t", -1)[0])
            .toList();
    pids.forEach(pid -> lines("close_connection", pid, "closed by a test"));
    return pids.size();
  }

  private List<String> lines(String command, String... arguments) {
    String[] all = new String[arguments.length + 4];
    all[0] = "rabbitmqctl";
    all[1] = "--quiet";
    all[2] = "--no-table-headers";
    all[3] = command;
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    try {
      Container.ExecResult result = container.execInContainer(all);
      if (result.getExitCode() != 0) {
        throw new ServerFailed(
            "RabbitMQ refused " + Arrays.toString(all) + ": " + result.getStderr());
      }
      return result.getStdout().lines().toList();
    } catch (IOException e) {
      throw new ServerFailed("RabbitMQ did not answer " + Arrays.toString(all) + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerFailed("interrupted while RabbitMQ was asked", e);
    }
  }
}
