package dev.sluice.audit.dockerfile;

import dev.sluice.audit.launch.ShellKind;
import java.util.Locale;
import java.util.Set;

/** What {@code /bin/sh} is in well-known images, told by their names. */
public final class BaseImages {
  private static final Set<String> DEBIAN =
      Set.of(
          ("debian ubuntu buildpack-deps python node ruby golang rust php perl openjdk"
                  + " eclipse-temurin maven gradle nginx httpd postgres redis rabbitmq mariadb"
                  + " pypy jruby composer tomcat jetty elixir erlang haskell swift gcc"
                  + " debian-slim bitnami/minideb")
              .split(" "));
  private static final Set<String> RED_HAT =
      Set.of(
          ("centos fedora amazonlinux rockylinux almalinux oraclelinux amazoncorretto mysql"
                  + " rockylinux/rockylinux almalinux/almalinux ubi7 ubi8 ubi9 ubi10 rhel7 rhel8"
                  + " rhel9 ibm-semeru-runtimes")
              .split(" "));
  private static final Set<String> BUSYBOX = Set.of("alpine", "busybox");

  private BaseImages() {}

  /** The shell of an image; unknown for names that say nothing. */
  public static ShellKind shell(String image) {
    String name = image.toLowerCase(Locale.ROOT);
    int digest = name.indexOf('@');
    name = digest < 0 ? name : name.substring(0, digest);
    int colon = name.indexOf(':', name.lastIndexOf('/') + 1);
    String tag = colon < 0 ? "" : name.substring(colon + 1);
    String repository = colon < 0 ? name : name.substring(0, colon);
    if (repository.contains("distroless") || repository.equals("scratch")) {
      return ShellKind.UNKNOWN;
    }
    String last = repository.substring(repository.lastIndexOf('/') + 1);
    // The tag tells first: node:20-alpine, eclipse-temurin:21-jre-ubi9-minimal.
    if (BUSYBOX.contains(last) || tag.contains("alpine") || last.endsWith("-alpine")) {
      return ShellKind.BUSYBOX;
    }
    if (tag.contains("ubi") || tag.contains("centos") || tag.contains("oracle")) {
      return ShellKind.BASH;
    }
    String official = official(repository);
    if (RED_HAT.contains(official)
        || last.startsWith("ubi")
        || repository.contains("redhat.com/")) {
      return ShellKind.BASH;
    }
    return DEBIAN.contains(official) && !tag.contains("windows")
        ? ShellKind.DASH
        : ShellKind.UNKNOWN;
  }

  /** True when an image without an ENTRYPOINT in the file starts its CMD as it stands. */
  static boolean startsItsCommand(String image) {
    return image.equals("scratch") || shell(image) != ShellKind.UNKNOWN;
  }

  /** Why the shell is what it is. */
  static String note(String image, ShellKind sh) {
    if (image.contains("distroless") || image.equals("scratch")) {
      return image + " has no /bin/sh";
    }
    return sh == ShellKind.UNKNOWN
        ? "the name " + image + " does not tell what its /bin/sh is"
        : "/bin/sh of " + image + " is " + sh.name().toLowerCase(Locale.ROOT);
  }

  /** The name of an official image without registry and library. */
  private static String official(String repository) {
    String name = repository;
    for (String prefix :
        new String[] {"docker.io/", "index.docker.io/", "public.ecr.aws/docker/", "library/"}) {
      name = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }
    return name;
  }
}
