package dev.sluice.audit.launch;

import dev.sluice.audit.model.Word;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Tells what a shell runs before its last command: set-up that ends soon, a program that stays, or
 * something that may be the work itself.
 */
final class SetUp {
  /** Programs that stay in the foreground as long as they are not told to detach. */
  private static final Set<String> STAYING =
      Set.of("gunicorn", "sidekiq", "uvicorn", "hypercorn", "daphne", "puma", "unicorn");

  private static final Set<String> DETACH = Set.of("-D", "-d", "--daemon", "--detach");

  /** Interpreters: what they run may be the work. */
  private static final Set<String> INTERPRETERS =
      Set.of("python", "python3", "node", "ruby", "php", "perl", "java", "dotnet", "deno", "bun");

  /** A word that has one of these names a step that comes before the work. */
  private static final List<String> STEPS =
      List.of(
          "migrat",
          "setup",
          "set_up",
          "set-up",
          "init",
          "wait",
          "check",
          "collectstatic",
          "install",
          "upgrade",
          "prepare",
          "bootstrap",
          "create",
          "seed",
          "compile",
          "config",
          "pip",
          "venv",
          "ready",
          "ping",
          "flyway",
          "liquibase",
          "alembic",
          "artisan",
          "console",
          "warm",
          "clear",
          "cache",
          "fetch",
          "download",
          "render",
          "template",
          "load_",
          "test",
          "ensure",
          "provision",
          "register",
          "db:");

  private SetUp() {}

  /** Whether a program is known to stay in the foreground with these arguments. */
  static boolean stays(List<Word> program) {
    if (program.isEmpty()) {
      return false;
    }
    String name = Follower.base(program.get(0).text());
    List<String> rest = program.stream().skip(1).map(Word::text).toList();
    return switch (name) {
      case "nginx" -> rest.stream().anyMatch(word -> word.contains("daemon off"));
      case "supervisord" -> rest.contains("-n") || rest.contains("--nodaemon");
      case "celery" ->
          (rest.contains("worker") || rest.contains("beat"))
              && rest.stream().noneMatch(word -> word.equals("-D") || word.equals("--detach"))
              && !rest.contains("multi")
              && !rest.contains("--help");
      default ->
          STAYING.contains(name)
              && rest.stream()
                  .noneMatch(
                      word ->
                          DETACH.contains(word)
                              || word.equals("--version")
                              || word.equals("--help")
                              || word.equals("--check-config"));
    };
  }

  /** Whether it may be the work as well as what comes after it. */
  static boolean mayBeTheWork(List<Word> program) {
    if (program.size() < 2 || !INTERPRETERS.contains(Follower.base(program.get(0).text()))) {
      return false;
    }
    return program.stream()
        .skip(1)
        .map(word -> word.text().toLowerCase(Locale.ROOT))
        .noneMatch(
            word ->
                Set.of("-c", "-e", "-r", "-v", "--version").contains(word)
                    || STEPS.stream().anyMatch(word::contains));
  }
}
