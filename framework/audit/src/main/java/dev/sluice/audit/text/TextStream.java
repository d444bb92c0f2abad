package dev.sluice.audit.text;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A part of a text for SnakeYAML's scanner. Its own reader copies its window for each 1,024
 * characters of a word, which takes hours for a line of 50 MB; this one copies nothing. Places are
 * counted in UTF-16 units, like those of SARIF, and lines as editors count them.
 */
final class TextStream extends StreamReader {
  private static final int[] NO_BUFFER = {};

  private final String content;
  private final int from;
  private final int to;
  private final int pieceLimit;
  private int at;
  private int line;
  private int column;
  private int breaks;
  private int pieceStart;

  /** A piece of the text is larger than the limit. */
  static final class PieceTooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private PieceTooLong() {
      super("too long", null, false, false);
    }
  }

  TextStream(Slice slice, int pieceLimit) {
    super("");
    this.content = slice.content();
    this.from = slice.from();
    this.to = slice.to();
    this.line = slice.line();
    this.pieceLimit = pieceLimit;
    this.at = from;
    this.pieceStart = from;
  }

  /** From here on the next value is read. */
  void startPiece() {
    pieceStart = at;
  }

  @Override
  public Mark getMark() {
    return new Mark("", at - from, line, column, NO_BUFFER, 0);
  }

  @Override
  public void forward() {
    forward(1);
  }

  @Override
  public void forward(int length) {
    for (int i = 0; i < length && at < to; i++) {
      char c = content.charAt(at++);
      boolean lone = c == '\r' && (at == to || content.charAt(at) != '\n');
      if (c == '\n' || lone) {
        line++;
        breaks++;
        column = 0;
      } else if (isRareBreak(c)) {
        breaks++;
        column = 0;
      } else if (c != '\uFEFF') {
        column++;
      }
    }
    checkPiece();
  }

  @Override
  public int peek() {
    return at < to ? content.charAt(at) : 0;
  }

  @Override
  public int peek(int index) {
    return index < to - at ? content.charAt(at + index) : 0;
  }

  @Override
  public String prefix(int length) {
    return content.substring(at, at + Math.min(length, to - at));
  }

  @Override
  public String prefixForward(int length) {
    String prefix = prefix(length);
    at += prefix.length();
    column += prefix.length();
    checkPiece();
    return prefix;
  }

  @Override
  public int getColumn() {
    return column;
  }

  @Override
  public int getIndex() {
    return at - from;
  }

  /** Lines as YAML counts them, which knows more line ends than editors do. */
  @Override
  public int getLine() {
    return breaks;
  }

  @Override
  public int getDocumentIndex() {
    return at - from;
  }

  @Override
  public void resetDocumentIndex() {
    // The whole text is bounded, whatever documents it has.
  }

  /** The line ends of YAML 1.1 that editors don't show as such. */
  static boolean isRareBreak(char c) {
    return c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  private void checkPiece() {
    if (at - pieceStart > pieceLimit) {
      throw new PieceTooLong();
    }
  }
}
