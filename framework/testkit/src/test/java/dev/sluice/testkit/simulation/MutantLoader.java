package dev.sluice.testkit.simulation;

import java.io.IOException;
import java.io.InputStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Loads Sluice anew, with one class rewritten; everything else comes from its parent. Classes it
 * has loaded are never changed.
 */
final class MutantLoader extends ClassLoader {
  private static final String OURS = "dev.sluice.";

  private final Mutant mutant;
  private boolean planted;

  /**
   * @param mutant what is rewritten; null to rewrite nothing
   */
  MutantLoader(Mutant mutant, ClassLoader parent) {
    super(parent);
    this.mutant = mutant;
  }

  /** Runs the simulation of this loader. */
  Outcome simulate(long seed, long schedules) throws ReflectiveOperationException {
    Class<?> simulation = loadClass(OURS + "testkit.simulation.Simulation");
    Object result =
        simulation
            .getMethod("run", long.class, long.class, int.class)
            .invoke(null, seed, schedules, 1);
    long taken = (long) result.getClass().getMethod("schedules").invoke(result);
    Object failure = result.getClass().getMethod("failure").invoke(result);
    if (mutant != null && !planted) {
      throw new IllegalStateException(mutant + " was never loaded");
    }
    return new Outcome(taken, failure.toString());
  }

  /**
   * What became of a run.
   *
   * @param schedules how many were run
   * @param failure the failure in words, {@code Optional.empty} for none
   */
  record Outcome(long schedules, String failure) {

    boolean found() {
      return !failure.equals("Optional.empty");
    }

    /** The name of the invariant that was broken. */
    String invariant() {
      int at = failure.indexOf(" breaks ");
      return at < 0 ? "" : failure.substring(at + 8, failure.indexOf(' ', at + 8));
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = mutant != null && mutant.type().equals(name) ? plant(name) : read(name);
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] read(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] plant(String name) {
    ClassFileLocator locator = ClassFileLocator.ForClassLoader.of(getParent());
    TypePool pool = TypePool.Default.of(locator);
    TypeDescription type = pool.describe(name).resolve();
    byte[] before = new ByteBuddy().redefine(type, locator).make(pool).getBytes();
    byte[] after =
        new ByteBuddy().redefine(type, locator).visit(mutant.change()).make(pool).getBytes();
    if (java.util.Arrays.equals(before, after)) {
      throw new IllegalStateException(mutant + " changes nothing: has its method been renamed?");
    }
    planted = true;
    return after;
  }
}
