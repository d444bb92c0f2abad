package dev.sluice.kafka;

import dev.sluice.progress.ResumeState;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Resume states as text: for each the distance of its position, its length, its bytes. */
final class StateText {
  /** What all states of a lane may take together, the overhead of each included. */
  static final int MOST_BYTES = 600;

  private StateText() {}

  static String write(long offset, List<ResumeState> states) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (ResumeState state : states) {
      Varint.write(out, state.position() - offset);
      Varint.write(out, state.state().length);
      out.writeBytes(state.state());
    }
    return Base64.getEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  static List<ResumeState> read(long offset, String text) {
    List<ResumeState> states = new ArrayList<>();
    Varint.Reader in = new Varint.Reader(Base64.getDecoder().decode(text));
    while (!in.atEnd()) {
      long position = offset + in.next();
      states.add(new ResumeState(position, in.next(in.next())));
    }
    return states;
  }
}
