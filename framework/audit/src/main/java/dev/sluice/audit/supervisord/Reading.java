package dev.sluice.audit.supervisord;

import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.text.SourceText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One reading of a configuration. */
final class Reading {
  private final SourceText main;
  private final Function<String, List<SourceText>> included;
  private final IniFile ini = new IniFile();
  private final Remarks remarks = new Remarks();
  private final Names variables = Names.none();
  private final Names names;

  Reading(
      SourceText main, Function<String, List<SourceText>> included, List<EnvVariable> environment) {
    this.main = main;
    this.included = included;
    environment.forEach(it -> variables.variable(it.name(), it.value()));
    this.names = variables.inner().text("here", directory(main));
  }

  SupervisordConfig read() {
    ini.read(main);
    ini.section("include").ifPresent(this::include);
    ini.faults()
        .forEach(
            fault ->
                remarks.add(
                    Check.INVALID_VALUE,
                    fault.at(),
                    fault.message() + ": supervisord does not start with it",
                    List.of(Change.set("correct the line, or begin it with ;"))));
    DaemonChecks daemon = new DaemonChecks(ini, variables, names, remarks);
    Optional<IniSection> supervisord = ini.section("supervisord");
    List<EnvVariable> inherited = supervisord.map(daemon::supervisord).orElse(List.of());
    inherited.forEach(it -> variables.variable(it.name(), it.value()));
    if (supervisord.isEmpty()) {
      remarks.add(
          Check.INVALID_VALUE,
          main.at(1),
          "there is no [supervisord] section: supervisord does not start with it",
          List.of(
              Change.set(
                  "add [supervisord]; give the main file where this one is included by it")));
    }
    Programs programs = new Programs(ini, names, inherited, remarks);
    List<ProgramGroup> groups = new Groups(ini, programs, remarks).read();
    daemon.others();
    KeyRemarks.add(ini, remarks);
    return new SupervisordConfig(groups, remarks.list());
  }

  private void include(IniSection section) {
    ini.replaceHere(directory(main));
    Names known = names.inner().unread("host_node_name");
    Settings settings = new Settings(ini, section, known, remarks);
    Optional<IniValue> written = settings.raw("files");
    if (written.isEmpty()) {
      settings.refuse("there are no files", Change.set("add files=conf.d/*.conf"));
      return;
    }
    Optional<PercentFormat.Expanded> files = settings.text("files");
    if (files.isEmpty()) {
      return;
    }
    IniValue before = written.get();
    for (String glob : globs(files.get().text())) {
      List<SourceText> texts = included.apply(glob.startsWith("./") ? glob.substring(2) : glob);
      for (SourceText text : texts) {
        ini.read(text);
        ini.replaceHere(directory(text));
      }
      if (texts.isEmpty()) {
        remarks.add(
            Check.UNKNOWN,
            section,
            before.at(),
            "files="
                + PythonText.quoted(glob)
                + " is no file that was read: its programs are unseen",
            List.of(Change.look("give the included files too, if there are any")));
      }
    }
    ini.get(section, "files")
        .filter(after -> !after.source().equals(before.source()))
        .ifPresent(
            after ->
                remarks.add(
                    Check.UNKNOWN_KEY,
                    section,
                    after.at(),
                    "files: supervisord ignores it in a file that is itself included",
                    List.of(Change.set("write its globs into the main file"))));
  }

  private static List<String> globs(String files) {
    StringBuilder plain = new StringBuilder();
    files.chars().forEach(c -> plain.append(PythonText.isSpace((char) c) ? ' ' : (char) c));
    return Arrays.stream(plain.toString().split(" ", -1)).filter(glob -> !glob.isEmpty()).toList();
  }

  private static String directory(SourceText text) {
    int slash = text.name().lastIndexOf('/');
    if (!text.name().startsWith("/")) {
      return ".";
    }
    return slash == 0 ? "/" : text.name().substring(0, slash);
  }
}
