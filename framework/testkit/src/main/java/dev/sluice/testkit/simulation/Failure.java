package dev.sluice.testkit.simulation;

/** What a simulated handler fails with; rules of a pipeline may tell them apart. */
enum Failure {
  /** Of no kind that a rule speaks of. */
  PLAIN {
    @Override
    RuntimeException thrown() {
      return new World.Planned("planned");
    }
  },
  /** The record is at fault. */
  POISON {
    @Override
    RuntimeException thrown() {
      return new Poison();
    }
  },
  /** The try is at fault. */
  TROUBLE {
    @Override
    RuntimeException thrown() {
      return new Trouble();
    }
  };

  abstract RuntimeException thrown();

  private static final class Poison extends World.Planned {
    private static final long serialVersionUID = 1L;

    Poison() {
      super("a poison");
    }
  }

  private static final class Trouble extends World.Planned {
    private static final long serialVersionUID = 1L;

    Trouble() {
      super("a trouble");
    }
  }
}
