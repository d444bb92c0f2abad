package dev.sluice.cli;

import dev.sluice.api.InvalidSetup;
import dev.sluice.api.Services;
import dev.sluice.config.load.PipelineOutline.DeclaredService;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Services that can be kept but not used: what a handler is made with when only its limits are
 * asked for. Touches no network.
 */
final class UnconnectedServices implements Services {
  private final List<DeclaredService> declared;

  UnconnectedServices(List<DeclaredService> declared) {
    this.declared = List.copyOf(declared);
  }

  @Override
  public <S> S get(Class<S> type, String name) {
    DeclaredService service =
        declared.stream()
            .filter(one -> one.name().equals(name) && type.isAssignableFrom(one.type()))
            .findFirst()
            .orElseThrow(() -> missing(type, name));
    String key = "services." + service.kind() + "." + name;
    if (!type.isInterface() || type.isSealed()) {
      throw new InvalidSetup(
          "service '"
              + key
              + "' was asked for as "
              + type.getName()
              + ", which can't stand in for a client that is not connected yet; ask for an interface");
    }
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, refusal(key)));
  }

  private InvalidSetup missing(Class<?> type, String name) {
    String known =
        declared.stream()
            .map(one -> one.kind() + "." + one.name() + " (" + one.type().getSimpleName() + ")")
            .collect(Collectors.joining(", "));
    return new InvalidSetup(
        "the handler asks for a service '"
            + name
            + "' of type "
            + type.getSimpleName()
            + ", which 'services' of the pipeline's file does not declare (it has "
            + (known.isEmpty() ? "none" : known)
            + "); declare it or ask for another name");
  }

  private static InvocationHandler refusal(String key) {
    return (proxy, method, arguments) ->
        switch (method.getName()) {
          case "toString" -> key + " (not connected)";
          case "hashCode" -> System.identityHashCode(proxy);
          case "equals" -> proxy == arguments[0];
          default ->
              throw new IllegalStateException(
                  key
                      + " is not connected: a handler's factory and limits() may keep a service but"
                      + " not call it ("
                      + method.getName()
                      + "); call it from open() or later");
        };
  }
}
