package dev.sluice.audit.dockerfile;

import dev.sluice.audit.launch.ShellKind;

/** What is known of images by their names. */
public final class BaseImages {
  private BaseImages() {}

  /** What {@code /bin/sh} is in an image of this name. */
  public static ShellKind shell(String image) {
    return image.contains("alpine") ? ShellKind.BUSYBOX : ShellKind.UNKNOWN;
  }
}
