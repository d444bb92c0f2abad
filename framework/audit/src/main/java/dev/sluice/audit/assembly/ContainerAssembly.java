package dev.sluice.audit.assembly;

import dev.sluice.audit.dockerfile.BaseImages;
import dev.sluice.audit.dockerfile.Image;
import dev.sluice.audit.kubernetes.ConfigMaps;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.ContainerCommand;
import dev.sluice.audit.kubernetes.Environment;
import dev.sluice.audit.kubernetes.PreStop;
import dev.sluice.audit.kubernetes.Workload;
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
import dev.sluice.chain.NodeCap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts one container of a pod together. */
final class ContainerAssembly {
  private final SupervisordFinder configs;
  private final Workload workload;
  private final Container container;
  private final Optional<ImageFinder.Found> image;
  private final ConfigMaps configMaps;
  private final Scripts files;
  private final List<Unseen> unseen = new ArrayList<>();
  private final ShellKind sh;
  private final Optional<StartLine> start;
  private final Optional<Launch> launch;

  ContainerAssembly(
      SupervisordFinder configs,
      Workload workload,
      Container container,
      Optional<ImageFinder.Found> image,
      ConfigMaps configMaps,
      Scripts files) {
    this.configs = configs;
    this.workload = workload;
    this.container = container;
    this.image = image;
    this.configMaps = configMaps;
    this.files = files;
    sh =
        image
            .map(it -> it.image().sh())
            .orElseGet(() -> BaseImages.shell(container.spec().text("image").orElse("")));
    start = start();
    launch =
        start.map(
            line ->
                Launches.follow(
                    line,
                    Stopped.PROCESS_ONE,
                    stopSignal().map(Word::text).orElse("TERM"),
                    sh,
                    files));
    if (supervised()) {
      configs.expect(launch.orElseThrow().program());
    }
  }

  /** True for a main container of which nobody knows what it starts. */
  boolean unknownStart() {
    return start.isEmpty() && container.role() == Container.Role.MAIN;
  }

  /** True when what it starts is a supervisord. */
  boolean supervised() {
    return launch.filter(it -> SupervisordFinder.starts(it.program())).isPresent();
  }

  /**
   * All of it.
   *
   * @param only whether the only supervisord configuration may be its own although nobody knows
   *     what it starts
   */
  AuditedContainer audited(Figure grace, Tasks tasks, Optional<NodeCap> nodeCap, boolean only) {
    Place place = workload.place().container(container.name());
    List<EnvVariable> variables = variables();
    Layers layers =
        new Layers(place, grace, preStop(), afterMain(), nodeCap, tasks, sh, files, variables);
    boolean supervised = supervised();
    Optional<SupervisordFinder.Found> config =
        supervised || unknownStart()
            ? configs.of(
                place, launch.map(Launch::program).orElse(List.of()), files, supervised || only)
            : Optional.empty();
    assumptions(supervised, config);
    SupervisedAssembly.Parts programs =
        config.isPresent()
            ? SupervisedAssembly.of(
                layers,
                config.get().main(),
                pattern -> Includes.of(config.get().main(), pattern, configs.all(), files))
            : SupervisedAssembly.alone(layers, launch, stopSignal());
    if (!supervised || config.isPresent()) {
      unseen.addAll(programs.unseen());
    }
    return new AuditedContainer(
        place,
        Optional.of(container),
        start,
        launch,
        config.isPresent()
            ? AuditedContainer.Supervision.SUPERVISORD
            : supervised ? AuditedContainer.Supervision.UNREAD : AuditedContainer.Supervision.NONE,
        stopSignal(),
        grace,
        layers.preStop(),
        variables,
        supervised && config.isEmpty() ? List.of() : programs.groups(),
        supervised && config.isEmpty() ? Optional.empty() : Optional.of(programs.stop()),
        programs.remarks(),
        unseen);
  }

  // The image's, then the container's: of a name that is set twice the last holds.
  private List<EnvVariable> variables() {
    Map<String, EnvVariable> all = new LinkedHashMap<>();
    image.ifPresent(it -> it.image().variables().forEach(v -> all.put(v.name(), v)));
    Environment.of(workload, container, configMaps).forEach(v -> all.put(v.name(), v));
    return List.copyOf(all.values());
  }

  private Optional<StartLine> start() {
    ContainerCommand written = ContainerCommand.of(workload, container, configMaps);
    if (image.isPresent()) {
      Image made = image.get().image();
      Optional<StartLine> start = made.start(written.command(), written.args());
      if (image.get().assumed()) {
        unseen.add(
            new Unseen(
                "which Dockerfile makes its image (taken: " + made.at().file() + ", the only one)",
                "say so: --image "
                    + container.spec().text("image").orElse("NAME")
                    + "="
                    + made.at().file()));
      }
      return start;
    }
    if (written.command().isEmpty()) {
      unseen.add(
          new Unseen(
              "what the image starts",
              "its ENTRYPOINT and CMD: docker inspect, or give its Dockerfile with --image "
                  + container.spec().text("image").orElse("NAME")
                  + "=Dockerfile"
                  + (configs.none()
                      ? ""
                      : "; if it is supervisord, --supervisord " + container.name() + "=FILE")));
      return Optional.empty();
    }
    List<Word> words = new ArrayList<>(written.command().get());
    written.args().ifPresent(words::addAll);
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(new StartLine(words, StartLine.Form.EXEC));
  }

  private Figure preStop() {
    Figure figure = PreStop.of(container);
    if (figure.value().isEmpty()) {
      unseen.add(new Unseen("how long the preStop hook takes", figure.origin().text()));
    }
    return figure;
  }

  private boolean afterMain() {
    boolean sidecar = container.role() == Container.Role.SIDECAR;
    if (sidecar) {
      unseen.add(
          new Unseen(
              "how long the main containers take to stop",
              "a native sidecar gets its stop signal when they have ended, and has what they leave of"
                  + " the grace period"));
    }
    return sidecar;
  }

  private Optional<Word> stopSignal() {
    return container
        .spec()
        .scalar("lifecycle", "stopSignal")
        .map(scalar -> new Word(withoutSig(scalar.text()), scalar.at()))
        .or(
            () ->
                image
                    .flatMap(it -> it.image().stopSignal())
                    .map(word -> new Word(withoutSig(word.text()), word.at())));
  }

  private void assumptions(boolean supervised, Optional<SupervisordFinder.Found> config) {
    if (supervised && config.isEmpty()) {
      unseen.add(
          new Unseen(
              "supervisord's configuration",
              "give the file, and --supervisord "
                  + container.name()
                  + "=FILE if there are several"));
    }
    config.ifPresent(
        it ->
            it.assumed()
                .ifPresent(
                    why ->
                        unseen.add(
                            new Unseen(
                                "which supervisord configuration it runs (taken: "
                                    + it.main().name()
                                    + ", "
                                    + why
                                    + ")",
                                "say so: --supervisord "
                                    + container.name()
                                    + "="
                                    + it.main().name()))));
  }

  static String withoutSig(String signal) {
    return signal.startsWith("SIG") ? signal.substring(3) : signal;
  }
}
