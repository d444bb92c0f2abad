package dev.sluice.config;

/**
 * What {@code pipeline.concurrency} must be at least when several handlers share it: each has room
 * for one chunk whatever the others do.
 *
 * @param concurrency shared by all handlers
 * @param chunk how records are grouped for each
 * @param handlers how many there are
 */
record SharedConcurrency(ConcurrencySettings concurrency, ChunkSettings chunk, int handlers) {

  /** Refuses what is too little. */
  void check() {
    if (concurrency.chunks() < handlers) {
      refuse("chunks " + concurrency.chunks(), "handlers", "concurrency.chunks");
    }
    if (concurrency.records().filter(held -> held / handlers < chunk.records()).isPresent()) {
      refuse(
          "records " + concurrency.records().get(),
          "chunks of " + chunk.records() + ", one for each handler (pipeline.chunk.records)",
          "concurrency.records, or lower chunk.records");
    }
    if (concurrency.bytes().bytes() / handlers < chunk.bytes().bytes()) {
      refuse(
          "bytes " + concurrency.bytes(),
          "chunks of " + chunk.bytes() + ", one for each handler (pipeline.chunk.bytes)",
          "concurrency.bytes, or lower chunk.bytes");
    }
  }

  private void refuse(String figure, String what, String raise) {
    throw new InvalidSetting(
        "concurrency",
        figure
            + " is less than the "
            + handlers
            + " "
            + what
            + " that pipeline.kinds needs, so that no handler waits for another; raise "
            + raise);
  }
}
