package dev.sluice.audit.assembly;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Tree;
import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.NodeDeclaration;
import dev.sluice.chain.NodeProfile;
import dev.sluice.chain.ShutdownBudget;
import dev.sluice.chain.TaskLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a {@code pipeline.yaml} of Sluice declares about a stop: {@code pipeline.limits}, {@code
 * shutdown}, {@code node}. Its other keys are not looked at. A figure that can't be read is a
 * problem and never replaced by a default.
 *
 * @param tasks its handlers; empty when a figure of {@code shutdown} can't be read
 * @param nodeCap what its {@code node} section says
 * @param problems with place, key, value and fix
 */
public record PipelineFile(
    List<Tasks.Declared> tasks, Optional<NodeCap> nodeCap, List<Problem> problems) {
  /** The file's {@code apiVersion}. */
  public static final String API_VERSION = "sluice.dev/v1";

  /** Copies the lists. */
  public PipelineFile {
    tasks = List.copyOf(tasks);
    problems = List.copyOf(problems);
  }

  /** True for a document that is such a file. */
  public static boolean is(Tree document) {
    return document.text("apiVersion").filter(API_VERSION::equals).isPresent()
        && document.path("pipeline").isPresent();
  }

  /**
   * Reads one.
   *
   * @param document the whole file
   * @param scope where its handlers run, see {@link Tasks.Declared}; empty when in each place
   */
  public static PipelineFile read(Tree document, Optional<String> scope) {
    Reader reader = new Reader();
    Optional<ShutdownBudget> budget = reader.budget(document);
    List<Tasks.Declared> tasks = reader.tasks(document, budget, scope);
    return new PipelineFile(tasks, reader.nodeCap(document), reader.problems);
  }

  private static final class Reader {
    private final List<Problem> problems = new ArrayList<>();

    Optional<ShutdownBudget> budget(Tree document) {
      int before = problems.size();
      Optional<Mapping> section = section(document, "shutdown");
      section.ifPresent(
          it -> known(it, "shutdown", Set.of("commit", "close", "margin", "preStop")));
      ShutdownBudget usual = ShutdownBudget.DEFAULT;
      ShutdownBudget budget =
          new ShutdownBudget(
              figure(section, "shutdown.", "commit").orElse(usual.commit()),
              figure(section, "shutdown.", "close").orElse(usual.close()),
              figure(section, "shutdown.", "margin").orElse(usual.margin()),
              figure(section, "shutdown.", "preStop").orElse(usual.preStop()));
      return problems.size() == before ? Optional.of(budget) : Optional.empty();
    }

    List<Tasks.Declared> tasks(
        Tree document, Optional<ShutdownBudget> budget, Optional<String> scope) {
      Optional<Mapping> limits = section(document, "pipeline", "limits");
      if (limits.isEmpty() || limits.get().entries().isEmpty()) {
        problem(
            document.at(),
            "pipeline.limits is missing: write the limits of the handlers down, worker describe -c"
                + " prints the file completed with those the code declares");
        return List.of();
      }
      List<Tasks.Declared> tasks = new ArrayList<>();
      for (Mapping.Entry entry : limits.get().entries()) {
        if (entry.value() instanceof Mapping figures) {
          Optional<TaskLimit> limit = limit(entry.key(), figures);
          if (limit.isPresent() && budget.isPresent()) {
            String origin = entry.key().at().toString();
            tasks.add(new Tasks.Declared(limit.get(), budget, scope, origin));
          }
        } else {
          problem(
              entry.key().at(),
              "pipeline.limits."
                  + entry.key().text()
                  + " is no section: write { limit: 90s } or { limit: 90s, checkpointEvery: 20s }");
        }
      }
      return tasks;
    }

    private Optional<TaskLimit> limit(Scalar name, Mapping figures) {
      String prefix = "pipeline.limits." + name.text() + ".";
      int before = problems.size();
      known(
          figures,
          prefix.substring(0, prefix.length() - 1),
          Set.of("limit", "checkpointEvery", "override"));
      Optional<Mapping> section = Optional.of(figures);
      Optional<Duration> limit = figure(section, prefix, "limit");
      Optional<Duration> checkpointEvery = figure(section, prefix, "checkpointEvery");
      if (problems.size() > before) {
        return Optional.empty();
      }
      if (limit.isEmpty()) {
        problem(
            name.at(),
            prefix
                + "limit is not in the file, so only the code knows it: worker describe -c prints"
                + " the file completed");
        return Optional.empty();
      }
      try {
        return Optional.of(new TaskLimit(name.text(), limit.get(), checkpointEvery));
      } catch (InvalidDeclaration e) {
        problem(name.at(), e.getMessage());
        return Optional.empty();
      }
    }

    Optional<NodeCap> nodeCap(Tree document) {
      int before = problems.size();
      Optional<Mapping> node = section(document, "node");
      if (node.isEmpty()) {
        return Optional.empty();
      }
      known(node.get(), "node", Set.of("profile", "limit", "karpenter", "kubelet"));
      Optional<Mapping> karpenter = section(node.get(), "karpenter");
      karpenter.ifPresent(it -> known(it, "node.karpenter", Set.of("limit")));
      Optional<Mapping> kubelet = section(node.get(), "kubelet");
      kubelet.ifPresent(it -> known(it, "node.kubelet", Set.of("shutdownGracePeriod", "critical")));
      Optional<Duration> limit = figure(node, "node.", "limit");
      Optional<Duration> pool = figure(karpenter, "node.karpenter.", "limit");
      Optional<Duration> period = figure(kubelet, "node.kubelet.", "shutdownGracePeriod");
      Optional<Duration> critical = figure(kubelet, "node.kubelet.", "critical");
      if (kubelet.isPresent() && period.isEmpty() && problems.size() == before) {
        problem(
            kubelet.get().at(),
            "node.kubelet.shutdownGracePeriod is missing: give the kubelet's setting of that name");
      }
      if (problems.size() > before) {
        return Optional.empty();
      }
      try {
        return new NodeDeclaration(
                NodeProfile.parse(node.get().text("profile").orElse("none")),
                limit,
                pool,
                period.map(it -> new NodeDeclaration.Kubelet(it, critical.orElse(Duration.ZERO))))
            .resolve();
      } catch (InvalidDeclaration e) {
        problem(node.get().at(), e.getMessage());
        return Optional.empty();
      }
    }

    private Optional<Mapping> section(Tree tree, String... keys) {
      Optional<Tree> found = tree.path(keys);
      boolean nothing = found.filter(it -> it instanceof Scalar s && s.isNull()).isPresent();
      if (found.isPresent() && !nothing && !(found.get() instanceof Mapping)) {
        problem(
            found.get().at(), String.join(".", keys) + " must be a section with keys of its own");
      }
      return found.filter(Mapping.class::isInstance).map(Mapping.class::cast);
    }

    private Optional<Duration> figure(Optional<Mapping> section, String prefix, String key) {
      Optional<Tree> value = section.flatMap(it -> it.get(key));
      if (value.isEmpty() || (value.get() instanceof Scalar nothing && nothing.isNull())) {
        return Optional.empty();
      }
      String text = value.get() instanceof Scalar scalar ? scalar.text() : "a section or a list";
      try {
        return Optional.of(Durations.parse(prefix + key, text));
      } catch (InvalidDeclaration e) {
        problem(value.get().at(), e.getMessage());
        return Optional.empty();
      }
    }

    private void known(Mapping section, String name, Set<String> keys) {
      for (Mapping.Entry entry : section.entries()) {
        if (!keys.contains(entry.key().text())) {
          problem(
              entry.key().at(),
              name
                  + "."
                  + entry.key().text()
                  + " is no key: "
                  + String.join(", ", keys.stream().sorted().toList())
                  + " are");
        }
      }
    }

    private void problem(Position at, String message) {
      problems.add(new Problem(at, message));
    }
  }
}
