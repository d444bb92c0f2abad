package dev.sluice.audit.kubernetes;

import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.Scalar;
import dev.sluice.audit.text.Sequence;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.text.Tree;
import java.io.StringReader;
import java.util.List;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Manifests of tests, all of them good YAML, as a file {@code test.yaml}. */
final class Yaml {
  static final String FILE = "test.yaml";

  private Yaml() {}

  static List<Tree> documents(String text) {
    return StreamSupport.stream(
            new org.yaml.snakeyaml.Yaml().composeAll(new StringReader(text)).spliterator(), false)
        .map(Yaml::tree)
        .toList();
  }

  static Mapping mapping(String text) {
    return (Mapping) documents(text).get(0);
  }

  static Manifests manifests(String text) {
    return Manifests.of(documents(text));
  }

  static Workload workload(String text) {
    return manifests(text).workloads().get(0);
  }

  private static Tree tree(Node node) {
    Position at =
        new Position(FILE, node.getStartMark().getLine() + 1, node.getStartMark().getColumn() + 1);
    if (node instanceof MappingNode map) {
      return new Mapping(
          at,
          map.getValue().stream()
              .map(it -> new Mapping.Entry((Scalar) tree(it.getKeyNode()), tree(it.getValueNode())))
              .toList());
    }
    if (node instanceof SequenceNode list) {
      return new Sequence(at, list.getValue().stream().map(Yaml::tree).toList());
    }
    ScalarNode scalar = (ScalarNode) node;
    boolean block = scalar.getScalarStyle() == ScalarStyle.LITERAL;
    Position start = block ? new Position(FILE, at.line() + 1, 1) : at;
    return new Scalar(
        at,
        new SourceText("", scalar.getValue(), start, block),
        scalar.getScalarStyle() == ScalarStyle.PLAIN);
  }
}
