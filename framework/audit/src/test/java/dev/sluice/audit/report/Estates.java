package dev.sluice.audit.report;

import dev.sluice.audit.assembly.AuditedContainer;
import dev.sluice.audit.assembly.AuditedProgram;
import dev.sluice.audit.assembly.BindingLink;
import dev.sluice.audit.assembly.Estate;
import dev.sluice.audit.assembly.Need;
import dev.sluice.audit.assembly.Subject;
import dev.sluice.audit.kubernetes.Container;
import dev.sluice.audit.kubernetes.Manifests;
import dev.sluice.audit.kubernetes.Workload;
import dev.sluice.audit.launch.Launch;
import dev.sluice.audit.launch.SignalPath;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Origin;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Mapping;
import dev.sluice.audit.text.Position;
import dev.sluice.chain.NodeCap;
import dev.sluice.chain.PodStop;
import dev.sluice.chain.RealWindow;
import dev.sluice.chain.StopGroup;
import dev.sluice.chain.StopProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Estates by hand, so that reports are tested without readers. */
final class Estates {
  static final Position AT = new Position("deploy.yaml", 12, 7);
  static final Position CONF = new Position("supervisord.conf", 4, 1);

  private Estates() {}

  /** One pod of 300 s in which supervisord runs one program. */
  static Estate supervised(OptionalLong stopwait, long need) {
    return supervised("shop/Deployment/orders", "300", stopwait, need, Optional.empty());
  }

  static Estate supervised(
      String name, String grace, OptionalLong stopwait, long need, Optional<NodeCap> cap) {
    Place place = Place.of(name).container("main");
    Figure wait =
        stopwait.isPresent()
            ? Figure.written(Duration.ofSeconds(stopwait.getAsLong()), CONF)
            : Figure.defaulted(Duration.ofSeconds(10), "supervisord's default");
    long seconds = Long.parseLong(grace);
    PodStop stop =
        new PodStop(
            OptionalLong.of(seconds),
            0,
            cap,
            true,
            List.of(new StopGroup("export", List.of(StopProgram.job("export", stopwait, need)))));
    return estate(
        name,
        container(place, Figure.written(Duration.ofSeconds(seconds), AT), wait, stop, need),
        cap);
  }

  private static AuditedContainer container(
      Place place, Figure grace, Figure wait, PodStop stop, long need) {
    RealWindow window = stop.windows().get(0);
    List<BindingLink> links = new ArrayList<>();
    BindingLink.Kind kind =
        window.bindingLink().layer().startsWith("stopwaitsecs")
            ? BindingLink.Kind.SUPERVISOR
            : BindingLink.Kind.GRACE;
    links.add(
        new BindingLink(
            window.bindingLink().layer(), window.seconds(), wait.origin().text(), wait.at(), kind));
    AuditedProgram program =
        new AuditedProgram(
            place.program("export"),
            Optional.of(launch()),
            Optional.of(wait),
            Optional.empty(),
            AuditedProgram.Signalled.GROUP,
            List.of(),
            List.of(),
            need == 0
                ? Optional.empty()
                : Optional.of(
                    new Need(
                        "export",
                        new Figure(
                            Optional.of(Duration.ofSeconds(need)),
                            new Origin.Told("--task export=" + need + "s")),
                        0,
                        0)),
            window,
            links,
            false);
    return new AuditedContainer(
        place,
        Optional.of(new Container("main", Container.Role.MAIN, Mapping.empty(AT))),
        Optional.empty(),
        Optional.of(launch()),
        AuditedContainer.Supervision.SUPERVISORD,
        Optional.empty(),
        grace,
        Figure.defaulted(Duration.ZERO, "no preStop hook"),
        List.of(),
        List.of(List.of(program)),
        Optional.of(stop),
        List.of(),
        List.of());
  }

  private static Launch launch() {
    return new Launch(
        SignalPath.REACHES, Launch.Cause.DIRECT, List.of(), List.of(), AT, "nothing in front");
  }

  private static Estate estate(String name, AuditedContainer container, Optional<NodeCap> cap) {
    String[] parts = name.split("/", -1);
    Workload workload =
        new Workload(
            parts[1],
            parts[0],
            parts[2],
            Mapping.empty(new Position("deploy.yaml", 1, 1)),
            Mapping.empty(AT),
            Mapping.empty(AT),
            List.of(),
            "");
    return new Estate(
        List.of(new Subject(Place.of(name), Optional.of(workload), List.of(container))),
        new Manifests(List.of(workload), List.of(), List.of()),
        cap,
        List.of());
  }
}
