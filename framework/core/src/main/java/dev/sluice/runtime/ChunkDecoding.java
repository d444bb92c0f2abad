package dev.sluice.runtime;

import dev.sluice.api.Decoder;
import dev.sluice.api.RecordDecoder;
import dev.sluice.spi.Batch;
import java.util.Arrays;

/**
 * Decodes raw chunks up to the first record that does not decode, or that has no id where its
 * handler needs one.
 *
 * @param <T> the decoded value
 */
final class ChunkDecoding<T> {

  /** What decoding brought: a chunk of the records before the first that can't be worked on. */
  static final class Decoded<T> {
    private final T[] values;
    private final int good;
    private final Throwable failure;

    private Decoded(T[] values, int good, Throwable failure) {
      this.values = values;
      this.good = good;
      this.failure = failure;
    }

    /** How many records are good; the one at that index is not, unless the chunk is complete. */
    int good() {
      return good;
    }

    boolean complete() {
      return failure == null;
    }

    /**
     * Why the record at index {@link #good()} can't be worked on, or null: {@link MissingId}, or
     * why it did not decode. An {@link Error} says nothing about the record.
     */
    Throwable failure() {
      return failure;
    }

    /**
     * The chunk of the records that are good.
     *
     * @param raw those records alone
     */
    DecodedChunk<T> chunk(String lane, RawChunk raw, int attempt) {
      T[] decoded = complete() ? values : Arrays.copyOf(values, good);
      return new DecodedChunk<>(lane, raw, decoded, attempt);
    }
  }

  private final Decoder<T> decoder;
  private final boolean byId;

  /**
   * @param byId whether each record needs an id, because transactions know it by that
   */
  ChunkDecoding(Decoder<T> decoder, boolean byId) {
    this.decoder = decoder;
    this.byId = byId;
  }

  @SuppressWarnings("unchecked")
  Decoded<T> decode(String lane, RawChunk raw) {
    T[] values = (T[]) new Object[raw.size()];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = decode(lane, raw.batch(i), raw.inBatch(i));
        if (byId && raw.id(i).isEmpty()) {
          throw new MissingId(lane, raw.position(i));
        }
      } catch (Throwable e) {
        return new Decoded<>(values, i, e);
      }
    }
    return new Decoded<>(values, values.length, null);
  }

  private T decode(String lane, Batch batch, int inBatch) throws Exception {
    return decoder instanceof RecordDecoder<T> whole
        ? whole.decodeRecord(new RawRecord(lane, batch, inBatch))
        : decoder.decode(batch.value(inBatch));
  }
}
