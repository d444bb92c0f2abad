package dev.sluice.audit.cli;

import dev.sluice.audit.assembly.Assembler;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.input.InputReader;
import dev.sluice.audit.input.Inputs;
import dev.sluice.audit.input.ProseReader;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.quotes.QuotedFigures;
import dev.sluice.audit.report.Audit;
import dev.sluice.audit.rules.Rules;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One audit from the files to the findings. */
final class AuditRun {
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

  private Manifests manifests(Inputs inputs) {
    List<Tree> trees = new ArrayList<>();
    for (SourceText text : inputs.documents()) {
      Documents documents = Documents.read(text);
      trees.addAll(documents.trees());
      problems.addAll(documents.problems());
    }
    Manifests manifests = Manifests.of(trees);
    problems.addAll(manifests.problems());
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
