package dev.sluice.testkit.rehearsal;

/** What a scenario came to. */
public enum Result {
  /** What is promised was kept, as measured. */
  PASS("pass"),
  /** What is promised was not kept. */
  FAIL("FAIL"),
  /** The instant does not exist for this handler, or could not be brought about. */
  NOT_TRIED("not tried");

  private final String word;

  Result(String word) {
    this.word = word;
  }

  /** As it is printed. */
  public String word() {
    return word;
  }
}
