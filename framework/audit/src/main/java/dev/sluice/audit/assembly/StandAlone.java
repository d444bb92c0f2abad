package dev.sluice.audit.assembly;

import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.Launches;
import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.launch.ShellKind;
import dev.sluice.audit.launch.StartLine;
import dev.sluice.audit.launch.Stopped;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.systemd.Unit;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What no workload was found for: a supervisord file, units, a Dockerfile. */
final class StandAlone {
  private static final Figure NO_HOOK = Figure.defaulted(Duration.ZERO, "no preStop hook");

  private StandAlone() {}

  /** Each main file of supervisord as a subject of its own. */
  static List<Subject> supervisord(
      Assembler.Parts parts, Contexts contexts, SupervisordFinder configs) {
    List<Subject> subjects = new ArrayList<>();
    for (SourceText main : configs.unused()) {
      Place place = Place.of(main.name());
      Figure grace = Figure.unknown("the manifest or unit of what runs this supervisord");
      Layers layers = layers(parts, contexts, place, grace, ShellKind.UNKNOWN, List.of());
      SupervisedAssembly.Parts programs =
          SupervisedAssembly.of(layers, main, configs, layers.files());
      if (programs.groups().isEmpty() && programs.remarks().isEmpty()) {
        continue;
      }
      subjects.add(
          subject(
              layers,
              Optional.empty(),
              Optional.empty(),
              AuditedContainer.Supervision.SUPERVISORD,
              Optional.empty(),
              programs,
              List.of(
                  new Unseen(
                      "what runs this supervisord, and how long that waits",
                      "give the manifest of its pod, or the unit, as well"))));
    }
    return subjects;
  }

  /** Each unit. */
  static List<Subject> units(Assembler.Parts parts, Contexts contexts) {
    Scripts files = new ContextFiles(Scripts.none(), List.of(), Optional.empty(), contexts);
    return Unit.read(parts.units()).stream()
        .map(unit -> UnitAssembly.subject(unit, parts.tasks(), files))
        .toList();
  }

  /** Each Dockerfile that makes no container that was read. */
  static List<Subject> images(Assembler.Parts parts, Contexts contexts, ImageFinder images) {
    List<Subject> subjects = new ArrayList<>();
    images
        .unused()
        .forEach(
            (name, image) -> {
              Optional<StartLine> start = image.start(Optional.empty(), Optional.empty());
              if (start.isPresent()) {
                subjects.add(image(parts, contexts, image, start.get()));
              }
            });
    return subjects;
  }

  private static Subject image(
      Assembler.Parts parts, Contexts contexts, Image image, StartLine start) {
    Place place = Place.of(image.at().file());
    Figure grace = Figure.unknown("the manifest of what runs the image; docker stop waits 10 s");
    Layers layers = layers(parts, contexts, place, grace, image.sh(), image.variables());
    Launch launch = Launches.follow(start, Stopped.PROCESS_ONE, image.sh(), layers.files());
    Optional<Word> signal =
        image
            .stopSignal()
            .map(word -> new Word(ContainerAssembly.withoutSig(word.text()), word.at()));
    boolean supervised = SupervisordFinder.starts(launch.program());
    SupervisedAssembly.Parts programs =
        SupervisedAssembly.alone(layers, Optional.of(launch), signal);
    return subject(
        layers,
        Optional.of(start),
        Optional.of(launch),
        supervised ? AuditedContainer.Supervision.UNREAD : AuditedContainer.Supervision.NONE,
        signal,
        supervised ? programs.withoutPrograms() : programs,
        List.of(
            new Unseen(
                "what runs this image, and how long that waits",
                "give its manifest, and --image NAME=" + image.at().file())));
  }

  private static Layers layers(
      Assembler.Parts parts,
      Contexts contexts,
      Place place,
      Figure grace,
      ShellKind sh,
      List<EnvVariable> variables) {
    Scripts files = new ContextFiles(Scripts.none(), List.of(), Optional.empty(), contexts);
    return new Layers(
        place, grace, NO_HOOK, false, parts.nodeCap(), parts.tasks(), sh, files, variables);
  }

  private static Subject subject(
      Layers layers,
      Optional<StartLine> start,
      Optional<Launch> launch,
      AuditedContainer.Supervision supervision,
      Optional<Word> stopSignal,
      SupervisedAssembly.Parts programs,
      List<Unseen> unseen) {
    AuditedContainer container =
        new AuditedContainer(
            layers.place(),
            Optional.empty(),
            start,
            launch,
            supervision,
            stopSignal,
            layers.grace(),
            layers.preStop(),
            layers.variables(),
            programs.groups(),
            Optional.of(programs.stop()),
            programs.remarks(),
            Stream.concat(unseen.stream(), programs.unseen().stream()).toList());
    return new Subject(layers.place(), Optional.empty(), List.of(container));
  }
}
