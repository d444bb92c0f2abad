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

  /** Those of the images above that run a server, and may name the signal it drains on. */
  private static final Set<String> SERVERS =
      Set.of("nginx httpd postgres redis rabbitmq mariadb mysql tomcat jetty".split(" "));

  private BaseImages() {}

  /** The shell of an image; unknown for names that say nothing. */
  public static ShellKind shell(String image) {
    String name = withoutDigest(image);
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

  /** True for an operating system or a language, whose image sets no STOPSIGNAL. */
  static boolean stopsOnTerm(String image) {
    String name = withoutDigest(image);
    int colon = name.indexOf(':', name.lastIndexOf('/') + 1);
    String tag = colon < 0 ? "" : name.substring(colon + 1);
    String repository = colon < 0 ? name : name.substring(0, colon);
    if (repository.equals("scratch") || repository.startsWith("gcr.io/distroless/")) {
      return true;
    }
    String official = official(repository);
    if (official.equals("php")) {
      // php:8-fpm has QUIT and php:8-apache WINCH.
      return !tag.contains("fpm") && !tag.contains("apache") && tag.indexOf('$') < 0;
    }
    String last = repository.substring(repository.lastIndexOf('/') + 1);
    if (repository.contains("redhat.com/")) {
      return last.startsWith("ubi") && !last.contains("init");
    }
    return !SERVERS.contains(official)
        && (DEBIAN.contains(official) || RED_HAT.contains(official) || BUSYBOX.contains(official));
  }

  private static String withoutDigest(String image) {
    String name = image.toLowerCase(Locale.ROOT);
    int digest = name.indexOf('@');
    return digest < 0 ? name : name.substring(0, digest);
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
