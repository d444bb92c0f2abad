package dev.sluice.config.yaml;

import dev.sluice.config.ConfigException;
import dev.sluice.config.ConfigProblem;
import dev.sluice.config.Location;
import java.io.StringReader;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads one YAML document into a tree of text with line numbers.
 *
 * <p>Built on parser events, below the layer that resolves aliases, types and classes, so none of
 * these can be reached from a file.
 */
public final class YamlReader {

  private YamlReader() {}

  /**
   * Reads a document whose top is a mapping.
   *
   * @param file how messages name the file
   * @param text the document
   * @throws ConfigException with every duplicate key, or the first thing that is not the YAML of a
   *     configuration file
   */
  public static YamlMap document(String file, String text) {
    YamlNode top = read(new Location(file, 1), text);
    if (top instanceof YamlMap map) {
      return map;
    }
    throw problem(
        top.at(),
        "expected a mapping with keys like 'apiVersion:' and 'pipeline:' at the top, not "
            + top.kind());
  }

  /**
   * Reads a single value, for defaults.
   *
   * @param at what every piece of the result gives as its place
   */
  public static YamlNode value(Location at, String text) {
    return new EventTree(new Yaml(options()).parse(new StringReader(text)).iterator(), m -> at)
        .document(at);
  }

  private static YamlNode read(Location start, String text) {
    try {
      return new EventTree(
              new Yaml(options()).parse(new StringReader(text)).iterator(),
              mark -> location(start, mark))
          .document(new Location(start.file(), 0));
    } catch (MarkedYAMLException e) {
      throw problem(location(start, e.getProblemMark()), syntax(e));
    } catch (ReaderException e) {
      throw problem(
          lineOf(start, text, e.getPosition()),
          String.format(
              "character U+%04X is not allowed in YAML; remove it or write it as an escape in"
                  + " double quotes",
              e.getCodePoint()));
    } catch (YAMLException e) {
      throw problem(start, "is not YAML: " + e.getMessage());
    }
  }

  private static String syntax(MarkedYAMLException e) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    if (problem.contains("\\t") || problem.contains("TAB")) {
      return "a tab stands where YAML wants spaces; indent with spaces";
    }
    String context = e.getContext() == null ? "" : e.getContext() + ": ";
    return "is not YAML: " + context + problem;
  }

  private static Location location(Location start, Mark mark) {
    return mark == null ? start : new Location(start.file(), mark.getLine() + 1);
  }

  private static Location lineOf(Location start, String text, int position) {
    int end = Math.min(position, text.length());
    long breaks = text.chars().limit(end).filter(c -> c == '\n').count();
    return new Location(start.file(), (int) breaks + 1);
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(FileText.MAX_BYTES);
    options.setProcessComments(false);
    return options;
  }

  private static ConfigException problem(Location at, String text) {
    return new ConfigException(List.of(new ConfigProblem(at, "", text)));
  }
}
