package dev.sluice.rabbitmq;

import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Why TLS does not come about, when waiting does not help: a connection that breaks in the middle
 * of it is none. Pure.
 *
 * @param text what is wrong
 * @param fix what the operator can do about it
 */
record TlsFailure(String text, String fix) {

  /** Finds the failure in a chain of causes. */
  static Optional<TlsFailure> in(Throwable thrown) {
    SSLException tls = Causes.first(SSLException.class, thrown);
    if (tls == null) {
      return Optional.empty();
    }
    String said = String.valueOf(tls.getMessage());
    if (Causes.first(CertificateException.class, tls) != null) {
      return Optional.of(
          new TlsFailure(
              "shows a certificate that is not trusted: " + said,
              "name the certificates that have signed it in tls.caFile, and a host in url that it"
                  + " is made for"));
    }
    if (said.contains("Received fatal alert")) {
      return Optional.of(
          new TlsFailure(
              "refuses this worker's TLS: " + said,
              "show a certificate that the broker trusts: tls.certificateFile and tls.keyFile"));
    }
    return said.contains("unrecognized SSL message")
        ? Optional.of(
            new TlsFailure(
                "does not speak TLS: " + said, "write the broker's TLS port in url, or amqp://"))
        : Optional.empty();
  }
}
