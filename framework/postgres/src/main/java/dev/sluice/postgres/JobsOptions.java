package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@link JobsCommand} is told on the command line. */
final class JobsOptions {
  private static final int MOST_IDS = 1000;
  private static final int LISTED = 50;
  private static final int MOST_LISTED = 1000;

  @Parameters(
      index = "0",
      paramLabel = "ACTION",
      description = {
        "list: the newest jobs of the queue.",
        "show ID: everything about one job.",
        "retry ID... or retry --dead: dead or cancelled jobs become available again.",
        "cancel ID...: jobs that wait are cancelled, those that run are asked to end.",
        "stats: how many jobs there are in which state, and who works."
      })
  private String action;

  @Parameters(index = "1..*", paramLabel = "ID", description = "Jobs, by their ids.")
  private List<String> ids = new ArrayList<>();

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "STATE",
      description = "list: only jobs in these states.")
  private List<String> states = new ArrayList<>();

  @Option(names = "--kind", paramLabel = "KIND", description = "Only jobs of this kind.")
  private String kind;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "Jobs of this queue instead of the pipeline's; stats: only of this one.")
  private String queue;

  @Option(names = "--key", paramLabel = "KEY", description = "list: only jobs with this key.")
  private String key;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "list: at most so many (50, at most 1000); retry --dead: at most so many.")
  private Integer limit;

  @Option(names = "--dead", description = "retry: all dead jobs of the queue.")
  private boolean dead;

  @Option(names = "--json", description = "Print JSON instead of text.")
  private boolean json;

  private JobsAction parsed;
  private Set<Long> numbers;
  private Set<JobState> wanted;

  /** For {@link JobsCommand}. */
  JobsOptions() {}

  /** Refuses what makes no sense. */
  void check() {
    parsed = JobsAction.of(action);
    numbers = new LinkedHashSet<>();
    ids.forEach(id -> numbers.add(number(id)));
    wanted = EnumSet.noneOf(JobState.class);
    states.forEach(state -> wanted.add(state(state)));
    checkIds();
    only(!states.isEmpty(), "--state", JobsAction.LIST);
    only(key != null, "--key", JobsAction.LIST);
    only(dead, "--dead", JobsAction.RETRY);
    only(kind != null, "--kind", JobsAction.LIST, JobsAction.RETRY);
    only(queue != null, "--queue", JobsAction.LIST, JobsAction.RETRY, JobsAction.STATS);
    only(limit != null, "--limit", JobsAction.LIST, JobsAction.RETRY);
    if (parsed == JobsAction.RETRY && !dead && (kind != null || queue != null || limit != null)) {
      throw mistake(
          "--kind, --queue and --limit choose among dead jobs, but ids are given",
          "jobs retry --dead with them, or jobs retry ID... without");
    }
    int most = parsed == JobsAction.LIST ? MOST_LISTED : Integer.MAX_VALUE;
    if (limit != null && (limit < 1 || limit > most)) {
      throw mistake("--limit is " + limit, "give 1 to " + most);
    }
  }

  private void checkIds() {
    if (numbers.size() > MOST_IDS) {
      throw mistake(numbers.size() + " ids", "give at most " + MOST_IDS);
    }
    switch (parsed) {
      case LIST, STATS -> {
        if (!ids.isEmpty()) {
          throw mistake("it takes no ids", "jobs show " + ids.get(0) + " prints one job");
        }
      }
      case SHOW -> {
        if (numbers.size() != 1) {
          throw mistake(numbers.isEmpty() ? "which job?" : "one job at a time", "jobs show ID");
        }
      }
      case RETRY -> {
        if (numbers.isEmpty() != dead) {
          throw mistake(
              dead ? "ids and --dead" : "which jobs?",
              "give either ids or --dead, which means all dead jobs of the queue");
        }
      }
      case CANCEL -> {
        if (numbers.isEmpty()) {
          throw mistake("which jobs?", "jobs cancel ID...");
        }
      }
    }
  }

  private void only(boolean given, String option, JobsAction... actions) {
    if (given && !List.of(actions).contains(parsed)) {
      throw mistake(option + " means nothing here", "leave it away");
    }
  }

  private long number(String id) {
    try {
      return Long.parseLong(id);
    } catch (NumberFormatException e) {
      throw mistake("'" + id + "' is no id", "give numbers; jobs list prints them");
    }
  }

  private JobState state(String text) {
    for (JobState each : JobState.values()) {
      if (each.sql().equals(text)) {
        return each;
      }
    }
    throw mistake(
        "'" + text + "' is no state", "--state available, claimed, done, dead or cancelled");
  }

  private InvalidSetup mistake(String what, String fix) {
    return new InvalidSetup("jobs " + parsed.word() + ": " + what + "\nFix: " + fix);
  }

  JobsAction action() {
    return parsed;
  }

  /** Without twins, in the order given. */
  Set<Long> ids() {
    return numbers;
  }

  /** Empty for all. */
  Set<JobState> states() {
    return wanted;
  }

  Optional<String> kind() {
    return Optional.ofNullable(kind);
  }

  Optional<String> queue() {
    return Optional.ofNullable(queue);
  }

  Optional<String> key() {
    return Optional.ofNullable(key);
  }

  /** How many to list. */
  int listed() {
    return limit == null ? LISTED : limit;
  }

  OptionalInt limit() {
    return limit == null ? OptionalInt.empty() : OptionalInt.of(limit);
  }

  boolean json() {
    return json;
  }
}
