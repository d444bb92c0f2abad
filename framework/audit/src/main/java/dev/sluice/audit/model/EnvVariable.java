package dev.sluice.audit.model;

import dev.sluice.audit.text.Position;
import java.util.Optional;

/**
 * A variable of a process's environment.
 *
 * @param name its name
 * @param value empty when it comes from somewhere that was not read (a Secret, a field)
 * @param at where it is set
 */
public record EnvVariable(String name, Optional<String> value, Position at) {}
