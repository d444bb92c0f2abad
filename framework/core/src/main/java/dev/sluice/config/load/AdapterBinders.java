package dev.sluice.config.load;

import dev.sluice.config.DeadLetterSettings;
import dev.sluice.config.ServiceSettings;
import dev.sluice.config.SourceSettings;
import dev.sluice.config.StateStoreSettings;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.NodeBinder;
import dev.sluice.config.bind.Suggestion;
import dev.sluice.config.yaml.YamlMap;
import dev.sluice.config.yaml.YamlNode;
import dev.sluice.spi.DeadLetterProvider;
import dev.sluice.spi.ServiceProvider;
import dev.sluice.spi.SourceProvider;
import dev.sluice.spi.StateStoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Binds the sections whose records belong to adapters. */
final class AdapterBinders {
  private final Providers providers;

  AdapterBinders(Providers providers) {
    this.providers = providers;
  }

  Map<Class<?>, NodeBinder<?>> byType() {
    return Map.of(
        SourceSettings.class,
        this::source,
        DeadLetterSettings.class,
        this::deadLetter,
        StateStoreSettings.class,
        this::stateStore,
        ServiceSettings.class,
        this::services);
  }

  private Optional<SourceSettings<?>> source(YamlNode node, String key, Binder binder) {
    return chosen("source", providers.sources(), node, key, binder)
        .flatMap(
            entry ->
                source(
                    providers.sources().get(entry.key()),
                    entry.value(),
                    key + "." + entry.key(),
                    binder));
  }

  private static <C extends Record> Optional<SourceSettings<?>> source(
      SourceProvider<C> provider, YamlNode node, String key, Binder binder) {
    return binder
        .record(provider.configType(), node, key)
        .map(settings -> new SourceSettings<>(provider, settings));
  }

  private Optional<DeadLetterSettings<?>> deadLetter(YamlNode node, String key, Binder binder) {
    return chosen("place for dead letters", providers.deadLetters(), node, key, binder)
        .flatMap(
            entry ->
                deadLetter(
                    providers.deadLetters().get(entry.key()),
                    entry.value(),
                    key + "." + entry.key(),
                    binder));
  }

  private static <C extends Record> Optional<DeadLetterSettings<?>> deadLetter(
      DeadLetterProvider<C> provider, YamlNode node, String key, Binder binder) {
    return binder
        .record(provider.configType(), node, key)
        .map(settings -> new DeadLetterSettings<>(provider, settings));
  }

  private Optional<StateStoreSettings<?>> stateStore(YamlNode node, String key, Binder binder) {
    return chosen("place for resume states", providers.stateStores(), node, key, binder)
        .flatMap(
            entry ->
                stateStore(
                    providers.stateStores().get(entry.key()),
                    entry.value(),
                    key + "." + entry.key(),
                    binder));
  }

  private static <C extends Record> Optional<StateStoreSettings<?>> stateStore(
      StateStoreProvider<C> provider, YamlNode node, String key, Binder binder) {
    return binder
        .record(provider.configType(), node, key)
        .map(settings -> new StateStoreSettings<>(provider, settings));
  }

  /** The one entry of a section that names one adapter this jar has. */
  private static Optional<YamlMap.Entry> chosen(
      String what, Map<String, ?> known, YamlNode node, String key, Binder binder) {
    if (!(node instanceof YamlMap map) || map.entries().size() != 1) {
      binder
          .problems()
          .add(
              node.at(),
              key,
              "expected exactly one "
                  + what
                  + " with its settings, as in '"
                  + known.keySet().stream().sorted().findFirst().orElse("kafka")
                  + ": {...}'; this jar has "
                  + list(known));
      return Optional.empty();
    }
    YamlMap.Entry entry = map.entries().get(0);
    if (!known.containsKey(entry.key())) {
      unknown(binder, entry, key, what, known);
      return Optional.empty();
    }
    return Optional.of(entry);
  }

  private Optional<ServiceSettings> services(YamlNode node, String key, Binder binder) {
    if (!(node instanceof YamlMap kinds)) {
      binder.problems().add(node.at(), key, "is " + node.kind() + "; expected kinds of services");
      return Optional.empty();
    }
    List<ServiceSettings.Declared<?>> declared = new ArrayList<>();
    int expected = 0;
    for (YamlMap.Entry kind : kinds.entries()) {
      ServiceProvider<?> provider = providers.services().get(kind.key());
      if (provider == null) {
        unknown(binder, kind, key, "kind of service", providers.services());
        expected++;
      } else if (kind.value() instanceof YamlMap names) {
        expected += names.entries().size();
        for (YamlMap.Entry name : names.entries()) {
          String full = key + "." + kind.key() + "." + name.key();
          service(provider, name, full, binder).ifPresent(declared::add);
        }
      } else {
        binder
            .problems()
            .add(
                kind.at(),
                key + "." + kind.key(),
                "is "
                    + kind.value().kind()
                    + "; expected names with settings, as in 'main: {...}'");
        expected++;
      }
    }
    return declared.size() == expected
        ? Optional.of(new ServiceSettings(declared))
        : Optional.empty();
  }

  private static <C extends Record> Optional<ServiceSettings.Declared<?>> service(
      ServiceProvider<C> provider, YamlMap.Entry name, String key, Binder binder) {
    return binder
        .record(provider.configType(), name.value(), key)
        .map(settings -> new ServiceSettings.Declared<>(name.key(), provider, settings));
  }

  private static void unknown(
      Binder binder, YamlMap.Entry entry, String key, String what, Map<String, ?> known) {
    binder
        .problems()
        .add(
            entry.at(),
            key + "." + entry.key(),
            "no such "
                + what
                + " in this jar"
                + Suggestion.hint(entry.key(), known.keySet())
                + " (it has "
                + list(known)
                + ")");
  }

  private static String list(Map<String, ?> known) {
    return known.isEmpty() ? "none" : String.join(", ", new TreeSet<>(known.keySet()));
  }
}
