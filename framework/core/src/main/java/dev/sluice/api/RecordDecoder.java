package dev.sluice.api;

/**
 * A decoder that needs more than the value: the topic, the key, or headers that name a schema.
 * Otherwise as {@link Decoder}. Give it to {@link Handlers#named} with {@link Decoder#ofRecord}.
 *
 * @param <T> the decoded value
 */
public interface RecordDecoder<T> extends Decoder<T> {

  /**
   * Decodes one record.
   *
   * @param record as it arrived
   * @return the value; may be null if the handler can live with it
   * @throws Exception when the record is not what this decoder reads
   */
  T decodeRecord(EncodedRecord record) throws Exception;

  /**
   * Never called by the engine: a value alone is not enough here.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  default T decode(byte[] bytes) {
    throw new UnsupportedOperationException(
        "this decoder reads whole records: call decodeRecord instead of decode");
  }
}
