package dev.sluice.audit.systemd;

import dev.sluice.audit.text.SourceText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Unit files and drop-ins by what they are for. Of several files with one name that of /etc counts,
 * then that of /run, then that of /usr; elsewhere the first.
 */
final class UnitTexts {
  private static final String SERVICE = ".service";
  private static final String DROP_IN = ".d";

  private final Map<String, SourceText> units = new LinkedHashMap<>();

  /** By directory ({@code worker.service.d}), then by file name. */
  private final Map<String, Map<String, SourceText>> dropIns = new LinkedHashMap<>();

  private final Optional<SourceText> manager;

  UnitTexts(List<SourceText> texts) {
    List<SourceText> ranked = new ArrayList<>(texts);
    ranked.sort(Comparator.comparingInt(text -> rank(text.name())));
    SourceText main = null;
    for (SourceText text : ranked) {
      String file = file(text.name());
      String directory = directory(text.name());
      if (file.endsWith(".conf") && directory.endsWith(DROP_IN)) {
        dropIns.computeIfAbsent(directory, it -> new TreeMap<>()).putIfAbsent(file, text);
      } else if (file.endsWith(SERVICE)) {
        units.putIfAbsent(file, text);
      } else if (file.equals("system.conf") && main == null) {
        main = text;
      }
    }
    manager = Optional.ofNullable(main);
  }

  /** Names of services that have a file or drop-ins of their own, in the order of the texts. */
  Set<String> services() {
    Set<String> names = new LinkedHashSet<>(units.keySet());
    for (String directory : dropIns.keySet()) {
      String name = directory.substring(0, directory.length() - DROP_IN.length());
      if (name.endsWith(SERVICE) && !name.endsWith("-" + SERVICE)) {
        names.add(name);
      }
    }
    return names;
  }

  /** The file of a service; of an instance that of its template. */
  Optional<SourceText> unit(String name) {
    return Optional.ofNullable(units.get(name)).or(() -> template(name).map(units::get));
  }

  /**
   * The drop-ins of a service in the order in which they are applied: by file name, whatever their
   * directory. Of two with one name that of the more specific directory counts.
   */
  List<SourceText> dropIns(String name) {
    Map<String, SourceText> byFile = new TreeMap<>();
    for (String directory : directories(name)) {
      dropIns.getOrDefault(directory, Map.of()).forEach(byFile::putIfAbsent);
    }
    return List.copyOf(byFile.values());
  }

  /** system.conf, then its drop-ins by file name. */
  List<SourceText> manager() {
    List<SourceText> texts = new ArrayList<>();
    manager.ifPresent(texts::add);
    texts.addAll(dropIns.getOrDefault("system.conf.d", Map.of()).values());
    return texts;
  }

  /** The most specific first: the unit's, its template's, its prefixes', the type's. */
  private static List<String> directories(String name) {
    Set<String> names = new LinkedHashSet<>();
    for (String own : template(name).map(it -> List.of(name, it)).orElse(List.of(name))) {
      names.add(own);
      String stem = own.substring(0, own.length() - SERVICE.length());
      int at = stem.indexOf('@');
      String prefix = at < 0 ? stem : stem.substring(0, at);
      String rest = at < 0 ? "" : stem.substring(at);
      for (int dash = prefix.lastIndexOf('-', prefix.length() - 2);
          dash > 0;
          dash = prefix.lastIndexOf('-', dash - 1)) {
        names.add(prefix.substring(0, dash + 1) + rest + SERVICE);
      }
    }
    names.add("service");
    return names.stream().map(it -> it + DROP_IN).toList();
  }

  private static Optional<String> template(String name) {
    int at = name.indexOf('@');
    boolean instance = at > 0 && !name.equals(name.substring(0, at + 1) + SERVICE);
    return instance ? Optional.of(name.substring(0, at + 1) + SERVICE) : Optional.empty();
  }

  private static int rank(String path) {
    if (path.contains("/etc/") || path.startsWith("etc/")) {
      return 0;
    }
    if (path.contains("/run/") || path.startsWith("run/")) {
      return 1;
    }
    return path.contains("lib/systemd/") ? 3 : 2;
  }

  private static String file(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String directory(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : file(path.substring(0, slash));
  }
}
