package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Word;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the sections of programs, each value as supervisord reads it. */
final class Programs {
  private static final int SUPERVISORD_WAIT = 10;

  /** A program may stand in any number of groups, so a small file could ask for a lot of them. */
  private static final long MOST_WORK = 20_000_000;

  private final IniFile ini;
  private final Names names;
  private final List<EnvVariable> inherited;
  private final Remarks remarks;
  private long work;

  /**
   * A reader.
   *
   * @param names variables and {@code here}
   * @param inherited the environment of the section {@code supervisord}
   */
  Programs(IniFile ini, Names names, List<EnvVariable> inherited, Remarks remarks) {
    this.ini = ini;
    this.names = names;
    this.inherited = inherited;
    this.remarks = remarks;
  }

  /** The settings of a section outside the program itself, for example its group's priority. */
  Settings settings(IniSection section) {
    return new Settings(ini, section, names, remarks);
  }

  /** The program of a section; empty when it has no copies. */
  Optional<SupervisedProgram> read(IniSection section, String group) {
    if (work > MOST_WORK) {
      remarks.add(
          Check.UNKNOWN,
          section.at(),
          "the configuration is too large: programs from here on are not read",
          List.of(Change.look("give it in parts")));
      return Optional.empty();
    }
    String name = name(settings(section), section.suffix());
    Names known =
        names
            .inner()
            .text("program_name", name)
            .text("group_name", PythonText.strip(group))
            .unread("host_node_name");
    Settings settings = settings(section).with(known);
    ProgramChecks.beforeCopies(settings);
    Setting<BigInteger> wait = settings.integer("stopwaitsecs", SUPERVISORD_WAIT);
    Setting<Integer> signal = signal(settings);
    Setting<Boolean> stopAsGroup =
        settings.told("stopasgroup", settings.flag("stopasgroup", false), "false");
    Setting<Boolean> killAsGroup = killAsGroup(settings, stopAsGroup);
    int copies = copies(settings);
    if (copies <= 0) {
      return Optional.empty();
    }
    Names copy =
        known.inner().number("process_num", firstCopy(settings)).number("numprocs", copies);
    Settings perCopy = settings.with(copy);
    List<EnvVariable> own = environment(perCopy);
    own.forEach(it -> copy.variable(it.name(), it.value()));
    List<Word> command = command(perCopy);
    work += size(section, command, own);
    ProgramChecks.perCopy(perCopy);
    return Optional.of(
        new SupervisedProgram(
            name,
            copies,
            command,
            figure(section, wait),
            Signals.name(signal.or(15)),
            stopAsGroup.or(false),
            killAsGroup.or(stopAsGroup.or(false)),
            merged(own),
            section.at()));
  }

  /** A name without the characters that supervisord refuses. */
  static String name(Settings settings, String written) {
    String name = PythonText.strip(written);
    if (name.indexOf(' ') >= 0 || name.indexOf(':') >= 0 || name.indexOf('/') >= 0) {
      settings.refuse(
          "\"" + PythonText.quoted(name) + "\" has a blank, colon or slash in its name",
          Change.set("name it with letters, digits, - and _"));
    }
    return name;
  }

  private static Setting<Integer> signal(Settings settings) {
    return settings.told(
        "stopsignal",
        settings.read(
            "stopsignal",
            15,
            Signals::number,
            text -> "is no signal",
            text -> "write stopsignal=TERM, or another name or number of kill -l"),
        "TERM");
  }

  private static Setting<Boolean> killAsGroup(Settings settings, Setting<Boolean> stopAsGroup) {
    boolean stop = stopAsGroup.or(false);
    Setting<Boolean> kill =
        settings.told("killasgroup", settings.flag("killasgroup", stop), "" + stop);
    if (stop && !kill.or(true)) {
      settings.refuse(
          "killasgroup",
          kill.written().orElseThrow(),
          "contradicts stopasgroup=true",
          Change.remove("take killasgroup away: stopasgroup=true implies it"));
    }
    return kill;
  }

  private static int copies(Settings settings) {
    Setting<BigInteger> numprocs = settings.told("numprocs", settings.integer("numprocs", 1), "1");
    int copies = clamp(numprocs.or(BigInteger.ONE));
    String name = settings.raw("process_name").map(IniValue::text).orElse("%(program_name)s");
    String stripped = PythonText.strip(name);
    if (stripped.indexOf(' ') >= 0 || stripped.indexOf(':') >= 0 || stripped.indexOf('/') >= 0) {
      settings.refuse(
          "process_name",
          settings.raw("process_name").orElseThrow(),
          "has a blank, colon or slash",
          Change.set("write process_name=%(program_name)s_%(process_num)02d"));
    }
    if (copies > 1 && !name.contains("%(process_num)")) {
      settings.refuse(
          "numprocs",
          numprocs.written().orElseThrow(),
          "needs %(process_num) in process_name",
          Change.set("add process_name=%(program_name)s_%(process_num)02d"));
    }
    return copies;
  }

  private static long firstCopy(Settings settings) {
    return clamp(settings.integer("numprocs_start", 0).or(BigInteger.ZERO));
  }

  private static List<EnvVariable> environment(Settings settings) {
    Optional<PercentFormat.Expanded> text = settings.text("environment", Environments::unread);
    return text.map(
            it -> Environments.read(settings, settings.raw("environment").orElseThrow(), it))
        .orElse(List.of());
  }

  private static List<Word> command(Settings settings) {
    Optional<IniValue> written = settings.raw("command");
    if (written.isEmpty()) {
      settings.refuse("there is no command", Change.set("add command=..."));
      return List.of();
    }
    Optional<PercentFormat.Expanded> text = settings.text("command");
    if (text.isEmpty()) {
      return List.of();
    }
    List<Word> words = new ArrayList<>();
    try {
      for (Words.Part part : Words.ofCommand(text.get().text())) {
        words.add(new Word(part.text(), written.get().at(part.line())));
      }
    } catch (Refused e) {
      settings.neverStarts("command", written.get(), e.getMessage());
    }
    if (words.isEmpty() && PythonText.strip(text.get().text()).isEmpty()) {
      settings.neverStarts("command", written.get(), "it is empty");
    }
    return words;
  }

  private static Figure figure(IniSection section, Setting<BigInteger> wait) {
    if (wait.written().isEmpty()) {
      return Figure.defaulted(Duration.ofSeconds(SUPERVISORD_WAIT), "supervisord's default");
    }
    IniValue written = wait.written().get();
    return wait.value()
        .map(it -> it.max(BigInteger.ZERO))
        .map(it -> it.bitLength() < 32 ? Duration.ofSeconds(it.longValue()) : Figure.UNLIMITED)
        .map(it -> Figure.written(it, written.at()))
        .orElseGet(
            () ->
                Figure.unknown(
                    "stopwaitsecs="
                        + PythonText.quoted(written.text())
                        + " of ["
                        + PythonText.quoted(section.name())
                        + "] in "
                        + written.at()));
  }

  private long size(IniSection section, List<Word> command, List<EnvVariable> own) {
    long size = 100L * (1 + inherited.size() + own.size() + command.size());
    size += section.values().values().stream().mapToLong(it -> it.text().length()).sum();
    size += command.stream().mapToLong(it -> it.text().length()).sum();
    return size + own.stream().mapToLong(it -> it.value().map(String::length).orElse(0)).sum();
  }

  private List<EnvVariable> merged(List<EnvVariable> own) {
    Map<String, EnvVariable> all = new LinkedHashMap<>();
    inherited.forEach(it -> all.put(it.name(), it));
    own.forEach(it -> all.put(it.name(), it));
    return new ArrayList<>(all.values());
  }

  static int clamp(BigInteger number) {
    return number
        .max(BigInteger.valueOf(Integer.MIN_VALUE))
        .min(BigInteger.valueOf(Integer.MAX_VALUE))
        .intValue();
  }
}
