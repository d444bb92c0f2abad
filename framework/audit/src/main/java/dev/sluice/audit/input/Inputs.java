package dev.sluice.audit.input;

import dev.sluice.audit.text.Problem;
import dev.sluice.audit.text.SourceText;
import java.util.List;

/**
 * What was found and could be decoded.
 *
 * @param documents YAML and JSON, rendered charts included
 * @param dockerfiles by the paths of the files
 * @param supervisord configurations, main files and included ones, by the paths of the files
 * @param units by the names that systemd gives them, for example {@code
 *     worker.service.d/10-stop.conf}
 * @param contexts scripts and configurations that others may refer to, by the paths of the files
 * @param problems what could not be read
 * @param skipped what was passed over, and why
 */
public record Inputs(
    List<SourceText> documents,
    List<SourceText> dockerfiles,
    List<SourceText> supervisord,
    List<SourceText> units,
    List<SourceText> contexts,
    List<Problem> problems,
    List<String> skipped) {

  /** Copies the lists. */
  public Inputs {
    documents = List.copyOf(documents);
    dockerfiles = List.copyOf(dockerfiles);
    supervisord = List.copyOf(supervisord);
    units = List.copyOf(units);
    contexts = List.copyOf(contexts);
    problems = List.copyOf(problems);
    skipped = List.copyOf(skipped);
  }
}
