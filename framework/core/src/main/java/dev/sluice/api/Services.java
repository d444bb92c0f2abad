package dev.sluice.api;

/**
 * The clients that {@code services:} of {@code pipeline.yaml} declares, connected before the first
 * handler is made and closed after the last try has ended.
 */
public interface Services {

  /**
   * A service by type and name.
   *
   * @param type the client's type, for example {@code io.vertx.sqlclient.Pool}
   * @param name its name in {@code pipeline.yaml}
   * @throws InvalidSetup when nothing of that type and name is declared; the message lists what is
   */
  <S> S get(Class<S> type, String name);
}
