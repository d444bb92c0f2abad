package dev.sluice.api;

import java.util.Objects;
import java.util.function.Function;

/** Names handlers, so that {@code pipeline.yaml} can refer to them. */
public final class Handlers {

  private Handlers() {}

  /**
   * A handler under its name, with the decoder of its records and the way to make it.
   *
   * @param name what {@code pipeline.handler} and {@code limits} call it
   * @param decoder turns a record's bytes into the handler's type
   * @param factory makes the task. {@code describe} and {@code chain} call it, and {@code run}
   *     before anything is connected, with services that can be kept but not used, to ask the task
   *     for its limits; such a task is neither opened nor closed. {@code run} then calls it again
   *     with the connected services. So it may keep references, not use them, and must not take
   *     anything that needs closing (threads, files, clients): {@link ChunkTask#open()} is the
   *     place for that
   * @param <T> the decoded value of a record
   */
  public record Named<T>(
      String name, Decoder<T> decoder, Function<? super Services, ? extends ChunkTask<T>> factory) {

    /** Refuses a name that could not be written in {@code pipeline.yaml} without quotes. */
    public Named {
      Objects.requireNonNull(decoder, "decoder");
      Objects.requireNonNull(factory, "factory");
      if (!name.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?")) {
        throw new IllegalArgumentException(
            "handler name '"
                + name
                + "': use lower-case letters, digits and inner hyphens, as in 'load-flights'");
      }
    }
  }

  /**
   * See {@link Named}.
   *
   * @param <T> the decoded value of a record
   */
  public static <T> Named<T> named(
      String name, Decoder<T> decoder, Function<? super Services, ? extends ChunkTask<T>> factory) {
    return new Named<>(name, decoder, factory);
  }
}
