package dev.sluice.runtime;

/**
 * Records on their way: tried until they are done, handed back or given up.
 *
 * @param rest the records that have not ended
 * @param failures in how many failed tries the first of them was
 * @param tried whether a try has had them in it, failed or not
 */
record Work(RawChunk rest, int failures, boolean tried) {

  /** Records that no try had in it yet. */
  static Work fresh(RawChunk rest) {
    return new Work(rest, 0, false);
  }

  int size() {
    return rest.size();
  }

  Work part(int from, int to) {
    return new Work(rest.part(from, to), failures, tried);
  }
}
