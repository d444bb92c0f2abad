package dev.sluice.config;

import dev.sluice.spi.Connections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The connections that a worker may hold open, by server, and what that makes for all workers.
 * Immutable.
 *
 * @param parts what holds connections, in the order of opening
 * @param workers how many workers there are, if known
 * @param limit how many connections a server allows all of them together, if declared
 */
public record ConnectionBudget(List<Part> parts, OptionalInt workers, Optional<Integer> limit) {

  /** Copies the list. */
  public ConnectionBudget {
    parts = List.copyOf(parts);
  }

  /**
   * One part of a worker that holds connections.
   *
   * @param key what declares it in {@code pipeline.yaml}
   * @param connections to where, how many
   */
  public record Part(String key, Connections connections) {}

  /**
   * The sum for one server.
   *
   * @param where the server
   * @param perWorker the most connections of one worker
   * @param parts what holds them
   */
  public record Server(String where, long perWorker, List<Part> parts) {}

  /** The budget of a pipeline, from its settings alone. */
  public static ConnectionBudget of(PipelineConfig config, OptionalInt workers) {
    List<Part> parts = new ArrayList<>();
    for (ServiceSettings.Declared<?> declared : config.services().declared()) {
      add(parts, declared.toString(), declared.connections());
    }
    PipelineSettings pipeline = config.pipeline();
    pipeline
        .deadLetter()
        .ifPresent(
            settings ->
                add(
                    parts,
                    "pipeline.deadLetter." + settings.provider().name(),
                    settings.connections()));
    pipeline
        .resumeState()
        .ifPresent(
            settings ->
                add(
                    parts,
                    "pipeline.resumeState." + settings.provider().name(),
                    settings.connections()));
    add(
        parts,
        "pipeline.source." + pipeline.source().provider().name(),
        pipeline.source().connections());
    return new ConnectionBudget(parts, workers, config.database().maxConnections());
  }

  private static void add(List<Part> parts, String key, List<Connections> connections) {
    connections.forEach(each -> parts.add(new Part(key, each)));
  }

  /** The sums, in the order in which servers are first connected to. */
  public List<Server> servers() {
    Map<String, List<Part>> byServer = new LinkedHashMap<>();
    for (Part part : parts) {
      byServer.computeIfAbsent(part.connections().where(), where -> new ArrayList<>()).add(part);
    }
    List<Server> servers = new ArrayList<>();
    byServer.forEach(
        (where, held) ->
            servers.add(
                new Server(
                    where,
                    held.stream().mapToLong(part -> part.connections().most()).sum(),
                    List.copyOf(held))));
    return servers;
  }

  /** The most connections of all workers to a server; of one where it is not known how many. */
  public long total(Server server) {
    return workers.orElse(1) * server.perWorker();
  }

  /** What is more than a server allows: one text each, with the figures and the ways out. */
  public List<String> warnings() {
    return servers().stream()
        .filter(server -> limit.filter(allowed -> total(server) > allowed).isPresent())
        .map(this::warning)
        .toList();
  }

  private String warning(Server server) {
    return "the workers may open more connections than "
        + server.where()
        + " allows: "
        + (workers.isPresent()
            ? workers.getAsInt() + " workers x " + server.perWorker() + " = " + total(server)
            : "one worker alone " + server.perWorker())
        + " > "
        + limit.orElseThrow()
        + " (database.maxConnections)\nFix: fewer workers, smaller pools (maxConnections of a"
        + " service), or a server that allows more and a larger database.maxConnections";
  }
}
