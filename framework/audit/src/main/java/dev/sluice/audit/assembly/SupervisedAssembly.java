package dev.sluice.audit.assembly;

import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.Launches;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.launch.Stopped;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.supervisord.Remark;
import dev.sluice.audit.supervisord.SupervisedProgram;
import dev.sluice.audit.supervisord.SupervisordConfig;
import dev.sluice.audit.text.SourceText;
import dev.sluice.audit.timers.AppTimers;
import dev.sluice.audit.timers.QueueTimeouts;
import dev.sluice.audit.timers.QueueTimeouts.QueueTimeout;
import dev.sluice.chain.PodStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts the programs of a container together: those of a supervisord, or the one there is. */
final class SupervisedAssembly {
  private SupervisedAssembly() {}

  /**
   * What came of it.
   *
   * @param groups in stop order
   * @param stop the arithmetic
   * @param remarks about the files
   * @param unseen what of the programs could not be read
   */
  record Parts(
      List<List<AuditedProgram>> groups, PodStop stop, List<Remark> remarks, List<Unseen> unseen) {

    /** For a supervisor whose configuration was not read. */
    Parts withoutPrograms() {
      return new Parts(List.of(), stop, List.of(), List.of());
    }
  }

  /** The programs of a supervisord; a configuration without any counts as one idle program. */
  static Parts of(Layers layers, SourceText main, Function<String, List<SourceText>> included) {
    SupervisordConfig config =
        SupervisordFinder.isMain(main)
            ? SupervisordConfig.read(main, included, layers.variables())
            : fragment(main, layers.variables());
    List<List<ProgramAssembly>> groups =
        config.groups().stream()
            .map(group -> group.programs().stream().map(it -> program(layers, it)).toList())
            .filter(group -> !group.isEmpty())
            .toList();
    if (groups.isEmpty()) {
      Parts idle = alone(layers, Optional.empty(), Optional.empty());
      return new Parts(List.of(), idle.stop(), config.remarks(), List.of());
    }
    PodStop stop = layers.stop(true, groups);
    return new Parts(layers.windows(stop, groups), stop, config.remarks(), unseen(groups));
  }

  // A file of a conf.d directory alone: read as its main file, which was not read, would include
  // it.
  private static SupervisordConfig fragment(SourceText part, List<EnvVariable> variables) {
    SourceText main =
        new SourceText(
            part.name(), "[supervisord]\n[include]\nfiles=part.conf\n", part.start(), false);
    return SupervisordConfig.read(main, pattern -> List.of(part), variables);
  }

  /** The one program of a container. */
  static Parts alone(Layers layers, Optional<Launch> launch, Optional<Word> signal) {
    List<List<ProgramAssembly>> groups =
        List.of(
            List.of(
                new ProgramAssembly(
                    layers.place(),
                    launch,
                    Optional.empty(),
                    signal,
                    AuditedProgram.Signalled.PARENT,
                    launch
                        .map(
                            it ->
                                AppTimers.of(
                                    it, joined(layers.variables(), it.variables()), layers.files()))
                        .orElse(List.of()),
                    launch.map(it -> queues(layers, layers.variables(), it)).orElse(List.of()),
                    layers.tasks().at(layers.place()))));
    PodStop stop = layers.stop(false, groups);
    return new Parts(layers.windows(stop, groups), stop, List.of(), unseen(groups));
  }

  private static List<Unseen> unseen(List<List<ProgramAssembly>> groups) {
    return groups.stream()
        .flatMap(List::stream)
        .map(ProgramAssembly::unseen)
        .flatMap(List::stream)
        .toList();
  }

  private static ProgramAssembly program(Layers layers, SupervisedProgram program) {
    Place place = layers.place().program(program.name());
    Optional<Launch> launch =
        program.command().isEmpty()
            ? Optional.empty()
            : Optional.of(
                Launches.follow(
                    new StartLine(program.command(), StartLine.Form.EXEC),
                    program.stopAsGroup() ? Stopped.CHILD_GROUP : Stopped.CHILD,
                    program.stopSignal(),
                    layers.sh(),
                    layers.files()));
    List<EnvVariable> variables = joined(layers.variables(), program.variables());
    return new ProgramAssembly(
        place,
        launch,
        Optional.of(program.stopwait()),
        Optional.of(new Word(program.stopSignal(), program.at())),
        program.stopAsGroup()
            ? AuditedProgram.Signalled.GROUP
            : program.killAsGroup()
                ? AuditedProgram.Signalled.PARENT_THEN_GROUP
                : AuditedProgram.Signalled.PARENT,
        launch
            .map(it -> AppTimers.of(it, joined(variables, it.variables()), layers.files()))
            .orElse(List.of()),
        launch.map(it -> queues(layers, variables, it)).orElse(List.of()),
        layers.tasks().at(place));
  }

  private static List<QueueTimeout> queues(
      Layers layers, List<EnvVariable> variables, Launch launch) {
    return QueueTimeouts.of(
        launch.program(), joined(variables, launch.variables()), layers.files());
  }

  // Of a name that is set twice the last holds: readers look from the end.
  static List<EnvVariable> joined(List<EnvVariable> outer, List<EnvVariable> inner) {
    List<EnvVariable> all =
        new ArrayList<>(
            outer.stream()
                .filter(v -> inner.stream().noneMatch(it -> it.name().equals(v.name())))
                .toList());
    all.addAll(inner);
    return List.copyOf(all);
  }
}
