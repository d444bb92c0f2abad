package dev.sluice.audit.systemd;

import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A service unit with its drop-ins.
 *
 * @param name for example {@code worker.service}
 * @param command the words of the last {@code ExecStart=}
 * @param stopTimeout {@code TimeoutStopSec}, or the manager's default
 * @param execStops how many {@code ExecStop=} commands there are; the time-out holds for each of
 *     them and again for the stop
 * @param killMode {@code control-group} by default
 * @param killSignal without {@code SIG}
 * @param sendsSigkill {@code SendSIGKILL}
 * @param variables {@code Environment=}
 * @param after names of the units of {@code After=}: this one stops before them
 * @param before names of the units of {@code Before=}
 * @param remarks what systemd ignores with a warning
 * @param at where the unit begins
 */
public record Unit(
    String name,
    List<Word> command,
    Figure stopTimeout,
    int execStops,
    String killMode,
    String killSignal,
    boolean sendsSigkill,
    List<EnvVariable> variables,
    List<String> after,
    List<String> before,
    List<Remark> remarks,
    Position at) {

  /** Copies the lists. */
  public Unit {
    command = List.copyOf(command);
    variables = List.copyOf(variables);
    after = List.copyOf(after);
    before = List.copyOf(before);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads units.
   *
   * @param texts unit files by their names ({@code worker.service}), drop-ins by their paths
   *     ({@code worker.service.d/10-stop.conf}), {@code system.conf} and its drop-ins
   */
  public static List<Unit> read(List<SourceText> texts) {
    UnitTexts files = new UnitTexts(texts);
    Figure unset = ManagerConfig.stopTimeout(files.manager());
    List<Remark> manager = ManagerConfig.remarks(files.manager());
    return files.services().stream().map(name -> read(name, files, unset, manager)).toList();
  }

  private static Unit read(String name, UnitTexts files, Figure unset, List<Remark> manager) {
    ServiceReader reader = new ServiceReader(name);
    Optional<SourceText> file = files.unit(name);
    Optional<UnitFile> main = file.map(UnitFile::read);
    main.ifPresent(reader::takeMain);
    List<SourceText> dropIns = files.dropIns(name);
    dropIns.stream().map(UnitFile::read).forEach(reader::take);
    Figure holds =
        main.isEmpty()
            ? Figure.unknown("the file " + name + " was not read")
            : main.get().broken() ? Figure.unknown("systemd refuses the file of " + name) : unset;
    Position at = file.or(() -> dropIns.stream().findFirst()).orElseThrow().start();
    return reader.unit(holds, at).with(manager);
  }

  /** Remarks about system.conf concern each unit that its figure holds for. */
  private Unit with(List<Remark> manager) {
    List<Remark> all = new ArrayList<>(remarks);
    all.addAll(manager);
    return new Unit(
        name,
        command,
        stopTimeout,
        execStops,
        killMode,
        killSignal,
        sendsSigkill,
        variables,
        after,
        before,
        all,
        at);
  }
}
