package dev.sluice.audit;

import dev.sluice.audit.assembly.Assembler;
import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Tasks;
import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.rules.Rules;
import dev.sluice.audit.text.Documents;
import dev.sluice.audit.text.SourceText;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.TaskLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Audits of a few texts, for tests. */
public final class Audits {
  private String manifest = "";
  private final List<SourceText> supervisord = new ArrayList<>();
  private final List<SourceText> units = new ArrayList<>();
  private final List<SourceText> contexts = new ArrayList<>();
  private final Map<String, Image> images = new LinkedHashMap<>();
  private final List<Tasks.Declared> tasks = new ArrayList<>();
  private Optional<NodeCap> nodeCap = Optional.empty();

  /** Adds documents to manifest.yaml. */
  public Audits manifest(String yaml) {
    manifest += (manifest.isEmpty() ? "" : "---\n") + yaml;
    return this;
  }

  /** The file supervisord.conf. */
  public Audits supervisord(String ini) {
    return supervisord("supervisord.conf", ini);
  }

  /** A configuration of supervisord. */
  public Audits supervisord(String name, String ini) {
    supervisord.add(SourceText.file(name, ini));
    return this;
  }

  /** A unit. */
  public Audits unit(String name, String ini) {
    units.add(SourceText.file(name, ini));
    return this;
  }

  /** The Dockerfile of an image. */
  public Audits image(String name, String dockerfile) {
    images.put(name, Image.read(SourceText.file("Dockerfile", dockerfile)));
    return this;
  }

  /** Another file. */
  public Audits file(String name, String content) {
    contexts.add(SourceText.file(name, content));
    return this;
  }

  /** A foreign job that runs everywhere. */
  public Audits task(String name, long seconds) {
    return task(name, seconds, Optional.empty());
  }

  /** A foreign job that runs in one place. */
  public Audits task(String name, long seconds, String scope) {
    return task(name, seconds, Optional.of(scope));
  }

  private Audits task(String name, long seconds, Optional<String> scope) {
    TaskLimit limit = new TaskLimit(name, Duration.ofSeconds(seconds), Optional.empty());
    tasks.add(
        new Tasks.Declared(limit, Optional.empty(), scope, "--task " + name + "=" + seconds + "s"));
    return this;
  }

  /** Declared tasks. */
  public Audits tasks(List<Tasks.Declared> declared) {
    tasks.addAll(declared);
    return this;
  }

  /** What the nodes wait, if known. */
  public Audits nodeCap(OptionalLong seconds) {
    if (seconds.isPresent()) {
      nodeCap = Optional.of(new NodeCap("--node-limit", seconds.getAsLong()));
    }
    return this;
  }

  /** What the nodes wait, if known. */
  public Audits nodeCap(Optional<NodeCap> cap) {
    nodeCap = cap;
    return this;
  }

  /** Everything put together. */
  public Estate estate() {
    Manifests manifests =
        Manifests.of(Documents.read(SourceText.file("manifest.yaml", manifest)).trees());
    return Assembler.assemble(
        new Assembler.Parts(
            manifests, images, supervisord, Map.of(), units, contexts, new Tasks(tasks), nodeCap));
  }

  /** The first container. */
  public AuditedContainer container() {
    return estate().subjects().get(0).containers().get(0);
  }

  /** Everything found. */
  public List<AuditFinding> findings() {
    return Rules.check(estate());
  }

  /** What was found by one check. */
  public List<AuditFinding> findings(Check check) {
    return findings().stream().filter(finding -> finding.check() == check).toList();
  }
}
