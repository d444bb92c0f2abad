package dev.sluice.audit.cli;

import dev.sluice.audit.assembly.Assembler;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.MountedPipelines;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.assembly.Tasks;
import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.input.InputReader;
import dev.sluice.audit.input.Inputs;
import dev.sluice.audit.input.ProseReader;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.quotes.QuotedFigures;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.rules.Rules;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import dev.sluice.chain.InvalidDeclaration;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One audit from the files to the findings. */
final class AuditRun {
  private static final int SHOWN = 10;

  private final AuditOptions options;
  private final Declarations declarations;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();

  AuditRun(AuditOptions options, Declarations declarations) {
    this.options = options;
    this.declarations = declarations;
  }

  /** What was passed over. */
  List<String> skipped() {
    return skipped;
  }

  /** Reads, puts together, checks. */
  Audit audit(List<String> operands, InputStream standardInput) {
    problems.addAll(declarations.problems());
    Inputs inputs = new InputReader(options.rendering()).read(operands, standardInput);
    problems.addAll(inputs.problems());
    skipped.addAll(inputs.skipped());
    Map<String, Image> images = images(inputs);
    List<SourceText> supervisord = supervisord(inputs);
    Manifests manifests = manifests(inputs);
    List<SourceText> texts = texts(inputs, supervisord);
    Estate estate =
        Assembler.assemble(
            new Assembler.Parts(
                manifests,
                images,
                supervisord,
                options.supervisord,
                inputs.units(),
                texts,
                declarations.tasks(),
                declarations.nodeCap()));
    if (estate.subjects().isEmpty() && manifests.others().isEmpty() && problems.isEmpty()) {
      problems.add(
          new Problem(
              new Position(operands.get(0), 1, 1),
              "holds nothing to audit: no workload, supervisord file, unit or Dockerfile"));
    }
    return Audit.of(estate, findings(estate, texts), problems);
  }

  /**
   * That what options name is there.
   *
   * @throws InvalidDeclaration naming the option, and the names there are
   */
  void requireNamed(Estate estate) {
    Set<String> names = new TreeSet<>();
    for (Subject subject : estate.subjects()) {
      names.add(subject.workload().map(Workload::name).orElse(subject.place().workload()));
      for (AuditedContainer container : subject.containers()) {
        container.place().container().ifPresent(names::add);
        container.programs().forEach(it -> it.place().program().ifPresent(names::add));
      }
    }
    for (Tasks.Declared task : declarations.tasks().declared()) {
      if (task.scope().isPresent() && !runsSomewhere(task, estate)) {
        throw unknown(task.origin(), task.scope().get(), names);
      }
    }
    for (String name : options.supervisord.keySet()) {
      if (estate.subjects().stream().noneMatch(it -> it.place().names(name))
          && !names.contains(name)) {
        throw unknown("--supervisord " + name + "=FILE", name, names);
      }
    }
  }

  private static boolean runsSomewhere(Tasks.Declared task, Estate estate) {
    return estate.subjects().stream()
        .anyMatch(
            subject ->
                task.runsAt(subject.place())
                    || subject.containers().stream()
                        .anyMatch(
                            it ->
                                task.runsAt(it.place())
                                    || it.programs().stream()
                                        .anyMatch(program -> task.runsAt(program.place()))));
  }

  private static InvalidDeclaration unknown(String option, String name, Set<String> names) {
    String known = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return new InvalidDeclaration(
        option
            + ": no workload, container or program is named "
            + name
            + (names.isEmpty()
                ? ""
                : "; there are " + known + (names.size() > SHOWN ? ", ..." : "")));
  }

  private Manifests manifests(Inputs inputs) {
    List<Tree> trees = new ArrayList<>();
    for (SourceText text : inputs.documents()) {
      Documents documents = Documents.read(text);
      trees.addAll(documents.trees());
      problems.addAll(documents.problems());
    }
    Manifests manifests = Manifests.of(trees);
    problems.addAll(manifests.problems());
    problems.addAll(MountedPipelines.problems(manifests.of("ConfigMap")));
    return manifests;
  }

  // A Dockerfile that --image names is known by that name only.
  private Map<String, Image> images(Inputs inputs) {
    Map<String, Image> images = new LinkedHashMap<>();
    List<String> named = new ArrayList<>();
    options.images.forEach(
        (name, file) ->
            InputReader.file(file, problems)
                .ifPresent(
                    text -> {
                      named.add(text.name());
                      images.put(name, Image.read(text));
                    }));
    inputs.dockerfiles().stream()
        .filter(text -> !named.contains(text.name()))
        .forEach(text -> images.put(text.name(), Image.read(text)));
    images.values().forEach(image -> problems.addAll(image.problems()));
    return images;
  }

  private List<SourceText> supervisord(Inputs inputs) {
    List<SourceText> all = new ArrayList<>(inputs.supervisord());
    options
        .supervisord
        .values()
        .forEach(
            file -> {
              if (all.stream().noneMatch(text -> text.name().equals(file))) {
                InputReader.file(file, problems).ifPresent(all::add);
              }
            });
    return all;
  }

  private List<SourceText> texts(Inputs inputs, List<SourceText> supervisord) {
    return Stream.of(
            inputs.documents(),
            inputs.dockerfiles(),
            supervisord,
            inputs.units(),
            inputs.contexts(),
            declarations.files())
        .flatMap(List::stream)
        .toList();
  }

  private List<AuditFinding> findings(Estate estate, List<SourceText> texts) {
    List<AuditFinding> findings = new ArrayList<>(Rules.check(estate));
    if (!options.docs.isEmpty()) {
      ProseReader prose = new ProseReader(options.docs);
      problems.addAll(prose.problems());
      findings.addAll(QuotedFigures.check(prose.texts(), texts));
    }
    findings.sort(
        Comparator.comparing((AuditFinding finding) -> !finding.kills())
            .thenComparing(AuditFinding::level));
    return findings;
  }
}
