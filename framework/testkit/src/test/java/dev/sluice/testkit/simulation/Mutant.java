package dev.sluice.testkit.simulation;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A bug planted into one method of one class of the engine.
 *
 * @param name what is wrong then
 * @param type the class's name
 * @param change rewrites it
 */
record Mutant(String name, String type, AsmVisitorWrapper change) {

  /** Rewrites the only method of that name by an advice. */
  static Mutant of(String name, String type, String method, Class<?> advice) {
    return of(name, type, ElementMatchers.named(method), advice);
  }

  /** The class's name without its package. */
  String simpleType() {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  static Mutant of(
      String name, String type, ElementMatcher<? super MethodDescription> method, Class<?> advice) {
    return new Mutant(name, "dev.sluice." + type, Advice.to(advice).on(method));
  }
}
