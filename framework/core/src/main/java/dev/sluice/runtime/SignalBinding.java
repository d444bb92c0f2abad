package dev.sluice.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Binds a POSIX signal to an action through {@code sun.misc.Signal} (module jdk.unsupported), the
 * only way there is. By reflection, because javac's warning about that class can't be suppressed
 * and warnings are errors here.
 */
final class SignalBinding {
  private SignalBinding() {}

  /**
   * Replaces what the JVM does on a signal.
   *
   * @param name without the SIG, for example TERM
   * @param action runs on a JVM thread each time
   * @throws IllegalArgumentException when the JVM or the system keeps the signal for itself
   */
  static void bind(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object onSignal =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> invoked(proxy, method.getName(), arguments, action));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), onSignal);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException("SIG" + name + " can't be bound", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM has no sun.misc.Signal", e);
    }
  }

  private static Object invoked(Object proxy, String method, Object[] arguments, Runnable action) {
    return switch (method) {
      case "handle" -> {
        action.run();
        yield null;
      }
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "sluice signal handler";
    };
  }
}
