package dev.sluice.postgres;

import dev.sluice.api.InvalidSetup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds the migrations of a set on the class path, in directories and in jars. Blocks. */
final class MigrationFiles {
  private final ClassLoader loader;
  private final String set;

  MigrationFiles(ClassLoader loader, String set) {
    this.loader = loader;
    this.set = set;
  }

  /**
   * The migrations in their order.
   *
   * @throws InvalidSetup when there is none, a name has another form, or a number is given twice
   */
  List<Migration> read() {
    try {
      Set<String> names = new TreeSet<>();
      for (URL place : Collections.list(loader.getResources(set))) {
        names.addAll(namesIn(place));
      }
      if (names.isEmpty()) {
        throw new InvalidSetup(
            "migrations: no .sql file in "
                + set
                + " on the class path\nFix: put V1__what_it_does.sql there, and keep the directory"
                + " entries when the jar is packed");
      }
      List<Migration> migrations =
          names.stream()
              .map(this::read)
              .sorted(Comparator.comparingInt(Migration::version))
              .toList();
      refuseDoubles(migrations);
      return migrations;
    } catch (IOException | URISyntaxException e) {
      throw new InvalidSetup("migrations: can't read " + set + ": " + e, e);
    }
  }

  private Set<String> namesIn(URL place) throws IOException, URISyntaxException {
    if (place.getProtocol().equals("file")) {
      try (Stream<Path> files = Files.list(Path.of(place.toURI()))) {
        return sqlOf(files.map(file -> file.getFileName().toString()));
      }
    }
    if (place.openConnection() instanceof JarURLConnection jar) {
      // Not the shared jar file that a class loader reads from: closing must close only ours.
      jar.setUseCaches(false);
      String directory = set + "/";
      try (var file = jar.getJarFile()) {
        return sqlOf(
            file.stream()
                .map(entry -> entry.getName())
                .filter(name -> name.startsWith(directory))
                .map(name -> name.substring(directory.length()))
                .filter(name -> name.indexOf('/') < 0));
      }
    }
    throw new IOException("can't list " + place);
  }

  private static Set<String> sqlOf(Stream<String> names) {
    Set<String> found = new TreeSet<>();
    names.filter(name -> name.endsWith(".sql")).forEach(found::add);
    return found;
  }

  private Migration read(String name) {
    try (InputStream in = loader.getResourceAsStream(set + "/" + name)) {
      return Migration.of(set, name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refuseDoubles(List<Migration> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).version() == sorted.get(i - 1).version()) {
        throw new InvalidSetup(
            "migrations "
                + sorted.get(i - 1).path()
                + " and "
                + sorted.get(i).path()
                + " have the same number\nFix: give the newer one the next number");
      }
    }
  }
}
