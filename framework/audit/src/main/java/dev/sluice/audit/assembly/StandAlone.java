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
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What no workload was found for: a supervisord file, units, a Dockerfile. */
final class StandAlone {
  private static final Figure NO_HOOK = Figure.defaulted(Duration.ZERO, "no preStop hook");

  private StandAlone() {}

  /** Each main file of supervisord as a subject of its own. */
  static List<Subject> supervisord(
      Assembler.Parts parts, Contexts contexts, SupervisordFinder configs) {
    Scripts files = new ContextFiles(Scripts.none(), List.of(), Optional.empty(), contexts);
    return configs.unused().stream()
        .flatMap(
            main ->
                supervisord(
                    layersOfMachine(parts, contexts, Place.of(main.name())),
                    main,
                    pattern -> Includes.of(main, pattern, configs.all(), files))
                    .stream())
        .toList();
  }

  /** The supervisord files of ConfigMaps that are mounted in no supervisord that was read. */
  static List<Subject> supervisord(
      Assembler.Parts parts, Contexts contexts, SupervisordFinder configs, EmbeddedFiles embedded) {
    List<Subject> subjects = new ArrayList<>();
    for (EmbeddedFiles.Carrier carrier : embedded.carriers()) {
      List<SourceText> free =
          carrier.supervisord().stream().filter(text -> !configs.isUsed(text)).toList();
      // The main file first, so that what it includes does not stand alone too.
      List<SourceText> ordered = new ArrayList<>(free);
      ordered.sort(Comparator.comparing(text -> !SupervisordFinder.isMain(text)));
      Set<Position> included = new HashSet<>();
      for (SourceText main : ordered) {
        if (included.contains(main.start())) {
          continue;
        }
        Place place = Place.of(carrier.place().workload() + "/" + main.name());
        supervisord(
                layersOfMachine(parts, contexts, place),
                main,
                pattern -> {
                  String keys = pattern.substring(pattern.lastIndexOf('/') + 1);
                  List<SourceText> found = Includes.of(main, keys, free, Scripts.none());
                  found.forEach(text -> included.add(text.start()));
                  return found;
                })
            .ifPresent(subjects::add);
      }
    }
    return subjects;
  }

  private static Optional<Subject> supervisord(
      Layers layers, SourceText main, Function<String, List<SourceText>> included) {
    SupervisedAssembly.Parts programs = SupervisedAssembly.of(layers, main, included);
    if (programs.groups().isEmpty() && programs.remarks().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
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

  private static Layers layersOfMachine(Assembler.Parts parts, Contexts contexts, Place place) {
    Figure grace = Figure.unknown("the manifest or unit of what runs this supervisord");
    Scripts files = new ContextFiles(Scripts.none(), List.of(), Optional.empty(), contexts);
    return layers(parts, files, place, grace, ShellKind.UNKNOWN, List.of());
  }

  /**
   * Each unit, those of ConfigMaps too. A ConfigMap that carries a file of a name that there is
   * already is taken for another machine.
   */
  static List<Subject> units(Assembler.Parts parts, Contexts contexts, EmbeddedFiles embedded) {
    Scripts files = new ContextFiles(Scripts.none(), List.of(), Optional.empty(), contexts);
    List<SourceText> together = new ArrayList<>(parts.units());
    Set<String> names = new HashSet<>();
    together.forEach(text -> names.add(text.name()));
    List<EmbeddedFiles.Carrier> apart = new ArrayList<>();
    for (EmbeddedFiles.Carrier carrier : embedded.carriers()) {
      List<String> own = carrier.units().stream().map(SourceText::name).toList();
      if (own.stream().anyMatch(names::contains)) {
        apart.add(carrier);
      } else {
        names.addAll(own);
        together.addAll(carrier.units());
      }
    }
    List<Subject> subjects = new ArrayList<>();
    Unit.read(together)
        .forEach(
            unit ->
                subjects.add(
                    UnitAssembly.subject(unit, Place.of(unit.name()), parts.tasks(), files)));
    for (EmbeddedFiles.Carrier carrier : apart) {
      for (Unit unit : Unit.read(carrier.units())) {
        Place place = Place.of(carrier.place().workload() + "/" + unit.name());
        subjects.add(UnitAssembly.subject(unit, place, parts.tasks(), files));
      }
    }
    return subjects;
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
    Layers layers =
        layers(
            parts,
            new ContextFiles(
                Scripts.none(),
                List.of(),
                Optional.of(new ImageFinder.Found(image, false)),
                contexts),
            place,
            grace,
            image.sh(),
            image.variables());
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
      Scripts files,
      Place place,
      Figure grace,
      ShellKind sh,
      List<EnvVariable> variables) {
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
