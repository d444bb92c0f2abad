package dev.sluice.chain;

/** A declared figure that cannot be used. The message names the key, its value and the fix. */
public class InvalidDeclaration extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message names the key, its value and the fix
   */
  public InvalidDeclaration(String message) {
    super(message);
  }
}
