package dev.sluice.config;

/** What a failed try says about the work. */
@CamelCase
public enum TroubleKind {
  /** This record can't be done; trying it again is of no use. */
  POISON,
  /** This try has failed; another one may not. */
  TROUBLE,
  /** Something that the work needs is away; the work is not to blame, so no attempt is counted. */
  DEPENDENCY_DOWN
}
