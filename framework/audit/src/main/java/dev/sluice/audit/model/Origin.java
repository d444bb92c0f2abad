package dev.sluice.audit.model;

import dev.sluice.audit.text.Position;

/** Where a figure comes from. */
public sealed interface Origin {

  /** As tables print it. */
  String text();

  /**
   * Somebody wrote it.
   *
   * @param at where
   */
  record Written(Position at) implements Origin {
    @Override
    public String text() {
      return at.toString();
    }
  }

  /**
   * Nobody wrote it, so somebody's default holds.
   *
   * @param whose for example {@code supervisord's default}
   */
  record Defaulted(String whose) implements Origin {
    @Override
    public String text() {
      return "default, not set (" + whose + ")";
    }
  }

  /**
   * The user said so on the command line.
   *
   * @param option for example {@code --task export=400s}
   */
  record Told(String option) implements Origin {
    @Override
    public String text() {
      return option;
    }
  }

  /**
   * It can't be read from the files given.
   *
   * @param whereToLook what a person does to find it
   */
  record Unknown(String whereToLook) implements Origin {
    @Override
    public String text() {
      return "unknown: " + whereToLook;
    }
  }
}
