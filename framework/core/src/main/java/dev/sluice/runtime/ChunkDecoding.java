package dev.sluice.runtime;

import dev.sluice.api.Decoder;
import dev.sluice.api.RecordDecoder;
import dev.sluice.spi.Batch;
import java.util.Arrays;

/**
 * Decodes raw chunks up to the first record that does not decode.
 *
 * @param <T> the decoded value
 */
final class ChunkDecoding<T> {

  /** What decoding brought: a chunk of the records before the first that did not decode. */
  static final class Decoded<T> {
    private final T[] values;
    private final int good;
    private final Throwable failure;

    private Decoded(T[] values, int good, Throwable failure) {
      this.values = values;
      this.good = good;
      this.failure = failure;
    }

    /** How many records decoded; the one at that index did not, unless the chunk is complete. */
    int good() {
      return good;
    }

    boolean complete() {
      return failure == null;
    }

    /**
     * Why the record at index {@link #good()} did not decode, or null. An {@link Error} says
     * nothing about the record.
     */
    Throwable failure() {
      return failure;
    }

    /**
     * The chunk of the records that decoded.
     *
     * @param raw those records alone
     */
    DecodedChunk<T> chunk(String lane, RawChunk raw, int attempt) {
      T[] decoded = complete() ? values : Arrays.copyOf(values, good);
      return new DecodedChunk<>(lane, raw, decoded, attempt);
    }
  }

  private final Decoder<T> decoder;

  ChunkDecoding(Decoder<T> decoder) {
    this.decoder = decoder;
  }

  @SuppressWarnings("unchecked")
  Decoded<T> decode(String lane, RawChunk raw) {
    T[] values = (T[]) new Object[raw.size()];
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = decode(lane, raw.batch(i), raw.inBatch(i));
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
