package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes groups of the programs, in the order in which supervisord stops them. */
final class Groups {
  private final IniFile ini;
  private final Programs programs;
  private final Remarks remarks;
  private final Set<IniSection> members = new HashSet<>();
  private final List<Candidate> found = new ArrayList<>();

  private record Candidate(IniSection section, ProgramGroup group) {}

  Groups(IniFile ini, Programs programs, Remarks remarks) {
    this.ini = ini;
    this.programs = programs;
    this.remarks = remarks;
  }

  /** All of them; those without any process are left out. */
  List<ProgramGroup> read() {
    of(SectionKind.GROUP).forEach(this::declared);
    of(SectionKind.PROGRAM).forEach(section -> alone(section, 999));
    of(SectionKind.EVENT_LISTENER)
        .forEach(
            section -> {
              ListenerChecks.check(programs.settings(section));
              alone(section, -1);
            });
    of(SectionKind.FCGI_PROGRAM)
        .forEach(
            section -> {
              if (!members.contains(section)) {
                SocketChecks.check(programs.settings(section));
              }
              alone(section, 999);
            });
    found.sort(
        Comparator.comparingInt((Candidate it) -> it.group().priority())
            .thenComparing(it -> it.group().name(), Groups::byCharacters));
    List<ProgramGroup> groups = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Candidate one : found) {
      if (!names.add(one.group().name())) {
        shadowed(one);
      } else if (!one.group().programs().isEmpty()) {
        groups.add(one.group());
      }
    }
    Collections.reverse(groups);
    return groups;
  }

  private List<IniSection> of(SectionKind kind) {
    return ini.sections().stream().filter(it -> it.name().startsWith(kind.start())).toList();
  }

  private void declared(IniSection section) {
    Settings settings = programs.settings(section);
    String name = Programs.name(settings, section.suffix());
    int priority = priority(settings, 999);
    Set<IniSection> sections = new LinkedHashSet<>();
    Optional<PercentFormat.Expanded> list = settings.text("programs");
    if (list.isPresent() && !list.get().known()) {
      settings.unknown("programs", settings.raw("programs").orElseThrow(), "no program in it");
    } else if (list.isPresent() && !list.get().text().isEmpty()) {
      for (String program : list.get().text().split(",", -1)) {
        member(settings, PythonText.strip(program)).ifPresent(sections::add);
      }
    }
    members.addAll(sections);
    List<SupervisedProgram> all = new ArrayList<>();
    sections.forEach(it -> programs.read(it, name).ifPresent(all::add));
    found.add(new Candidate(section, new ProgramGroup(name, priority, all)));
  }

  private Optional<IniSection> member(Settings settings, String program) {
    Optional<IniSection> plain = ini.section("program:" + program);
    Optional<IniSection> fcgi = ini.section("fcgi-program:" + program);
    if (plain.isPresent() == fcgi.isPresent()) {
      IniValue written = settings.raw("programs").orElseThrow();
      String name = "\"" + PythonText.quoted(program) + "\"";
      settings.refuse(
          "programs",
          written,
          plain.isPresent()
              ? "names " + name + ", which is a program and a fcgi-program"
              : "names " + name + ", for which there is no [program:]",
          plain.isPresent()
              ? Change.set("give one of the two sections another name")
              : Change.set(
                  "correct the name, or add [program:" + PythonText.quoted(program) + "]"));
      return Optional.empty();
    }
    return plain.or(() -> fcgi);
  }

  private void alone(IniSection section, int byDefault) {
    if (members.contains(section)) {
      return;
    }
    // The name of a listener's pool is not stripped by supervisord.
    boolean listener = section.name().startsWith(SectionKind.EVENT_LISTENER.start());
    String name = listener ? section.suffix() : PythonText.strip(section.suffix());
    int priority = priority(programs.settings(section), byDefault);
    List<SupervisedProgram> all = programs.read(section, name).stream().toList();
    found.add(new Candidate(section, new ProgramGroup(name, priority, all)));
  }

  private static int priority(Settings settings, int byDefault) {
    Setting<BigInteger> priority =
        settings.told("priority", settings.integer("priority", byDefault), "" + byDefault);
    return Programs.clamp(priority.or(BigInteger.valueOf(byDefault)));
  }

  private void shadowed(Candidate one) {
    remarks.add(
        Check.UNKNOWN_KEY,
        one.section(),
        one.section().at(),
        "has the name of another group: supervisord passes over it without a word and never starts"
            + " its programs",
        List.of(Change.set("give it a name of its own")));
  }

  private static int byCharacters(String one, String other) {
    int[] first = one.codePoints().toArray();
    int[] second = other.codePoints().toArray();
    return Arrays.compare(first, second);
  }
}
