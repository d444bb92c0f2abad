package dev.sluice.testkit.rehearsal;

import dev.sluice.api.InvalidSetup;
import dev.sluice.config.ServiceSettings;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Keeps a rehearsal away from services that it is not meant for. The handler really writes, so
 * whoever starts it says for each service where it may lead, and the resolved settings must say the
 * same: a variable that points to production is found before anything is connected.
 */
final class Clearance {
  private static final String WORD = "[A-Za-z0-9._-]";

  private final RehearseOptions options;

  Clearance(RehearseOptions options) {
    this.options = options;
  }

  /**
   * Refuses what was not cleared. Connects nothing; shows no setting, because it may be secret.
   *
   * @throws InvalidSetup naming the service and what to add
   */
  void check(ServiceSettings services, String warning) {
    List<ServiceSettings.Declared<?>> declared = services.declared();
    if (declared.isEmpty() && !options.yes()) {
      throw new InvalidSetup(
          warning
              + "\nNo service is declared, so nothing says what it writes to. If it may be"
              + " called: --yes");
    }
    TreeSet<String> unknown = new TreeSet<>(options.against().keySet());
    for (ServiceSettings.Declared<?> service : declared) {
      unknown.remove(service.name());
      String text = options.against().get(service.name());
      if (text == null) {
        throw new InvalidSetup(
            warning
                + "\nWhere may "
                + service
                + " lead? Say it by host, address or database, as in"
                + " --against "
                + service.name()
                + "=localhost:5432");
      }
      if (!leadsTo(service.settings(), text)) {
        throw new InvalidSetup(
            service
                + " does not lead to '"
                + text
                + "', which --against "
                + service.name()
                + " expects; nothing was connected. Look at the variables that the pipeline's file"
                + " names");
      }
    }
    if (!unknown.isEmpty()) {
      throw new InvalidSetup(
          "--against names "
              + unknown
              + ", which services: of the pipeline's file does not declare");
    }
  }

  private static boolean leadsTo(Record settings, String text) {
    if (text.isBlank()) {
      return false;
    }
    Pattern word = Pattern.compile("(?<!" + WORD + ")" + Pattern.quote(text) + "(?!" + WORD + ")");
    for (RecordComponent component : settings.getClass().getRecordComponents()) {
      if (word.matcher(String.valueOf(value(component, settings))).find()) {
        return true;
      }
    }
    return false;
  }

  private static Object value(RecordComponent component, Record settings) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(settings);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("can't read a setting of " + settings.getClass(), e);
    }
  }

  /** What happens if it goes on. */
  static String warning(String handler, int records, Map<?, ?> cleared) {
    return "rehearse calls the handler '"
        + handler
        + "' for real, about "
        + Rehearsal.callsPerRecord()
        + " times with each of "
        + records
        + " records: what it writes is written"
        + (cleared.isEmpty() ? "." : ", to " + cleared + ".");
  }
}
