package dev.sluice.config.bind;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** A settings record by reflection: its keys and its constructor. */
final class RecordShape {
  private final Class<? extends Record> type;
  private final Constructor<?> constructor;

  RecordShape(Class<? extends Record> type) {
    this.type = type;
    Class<?>[] parameters =
        components().stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      constructor = type.getDeclaredConstructor(parameters);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record without its own constructor: " + type, e);
    }
  }

  List<RecordComponent> components() {
    return Arrays.asList(type.getRecordComponents());
  }

  List<String> keys() {
    return components().stream().map(RecordComponent::getName).toList();
  }

  /** The annotation of a component. A record without it is a mistake of its author. */
  Setting setting(RecordComponent component) {
    Setting setting = component.getAnnotation(Setting.class);
    if (setting == null) {
      throw new IllegalStateException(
          type.getName() + "." + component.getName() + " has no @Setting");
    }
    return setting;
  }

  /**
   * Calls the constructor.
   *
   * @throws InvalidSetting when it says so
   * @throws IllegalArgumentException when it refuses the values in other words
   */
  Object create(List<Object> values) {
    try {
      return constructor.newInstance(values.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw new IllegalStateException("can't make " + type.getName(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("can't make " + type.getName(), e);
    }
  }
}
