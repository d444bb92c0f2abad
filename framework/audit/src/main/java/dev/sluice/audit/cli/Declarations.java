package dev.sluice.audit.cli;

import dev.sluice.audit.assembly.PipelineFile;
import dev.sluice.audit.assembly.Tasks;
import dev.sluice.audit.input.InputReader;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import dev.sluice.chain.Durations;
import dev.sluice.chain.InvalidDeclaration;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.NodeProfile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the user says about works and nodes: {@code --limits}, {@code --task}, {@code --node-limit},
 * {@code --node-profile}.
 *
 * @param tasks those of the files first
 * @param nodeCap the smallest of all that were said
 * @param files the pipeline files
 * @param problems what could not be read in them
 */
record Declarations(
    Tasks tasks, Optional<NodeCap> nodeCap, List<SourceText> files, List<Problem> problems) {

  /**
   * Reads them.
   *
   * @throws InvalidDeclaration if an option's figure can't be used
   */
  static Declarations of(AuditOptions options) {
    List<Tasks.Declared> tasks = new ArrayList<>();
    List<NodeCap> caps = new ArrayList<>();
    List<SourceText> files = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    options
        .nodeLimit
        .map(text -> new NodeCap("--node-limit " + text, seconds(text)))
        .ifPresent(caps::add);
    options.nodeProfile.map(Declarations::profile).ifPresent(caps::add);
    for (String name : options.limits) {
      InputReader.file(name, problems)
          .ifPresent(
              file -> {
                files.add(file);
                pipeline(file, tasks, caps, problems);
              });
    }
    options.tasks.forEach(task -> tasks.add(task.declared()));
    return new Declarations(
        new Tasks(tasks),
        caps.stream().min(Comparator.comparingLong(NodeCap::seconds)),
        files,
        problems);
  }

  private static void pipeline(
      SourceText file, List<Tasks.Declared> tasks, List<NodeCap> caps, List<Problem> problems) {
    Documents documents = Documents.read(file);
    problems.addAll(documents.problems());
    if (documents.trees().isEmpty() && documents.problems().isEmpty()) {
      problems.add(new Problem(file.at(1), "is empty: --limits needs a pipeline.yaml"));
    }
    for (Tree tree : documents.trees()) {
      PipelineFile pipeline = PipelineFile.read(tree, Optional.empty());
      tasks.addAll(pipeline.tasks());
      pipeline.nodeCap().ifPresent(caps::add);
      problems.addAll(pipeline.problems());
    }
  }

  private static long seconds(String text) {
    return Durations.parse("--node-limit", text).toSeconds();
  }

  private static NodeCap profile(String text) {
    NodeProfile profile =
        List.of(NodeProfile.AWS_SPOT, NodeProfile.CLUSTER_AUTOSCALER).stream()
            .filter(it -> it.label().equals(text))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidDeclaration(
                        "--node-profile: \""
                            + text
                            + "\" brings no figure; write aws-spot or cluster-autoscaler, or give"
                            + " the figure of your nodes with --node-limit"));
    NodeCap cap = profile.knownCap().orElseThrow();
    return new NodeCap("--node-profile " + text, cap.seconds());
  }
}
