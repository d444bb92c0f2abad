package dev.sluice.kafka;

import dev.sluice.progress.Carried;
import dev.sluice.progress.MarkText;
import dev.sluice.progress.OwnerMark;
import dev.sluice.progress.ResumeState;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What travels in the metadata of a commit, as text: a version, then sections, each a letter, an
 * equals sign and its value, separated by semicolons. Brokers keep 4,096 bytes by default ({@code
 * offset.metadata.max.bytes}); every section has a share of that. A section that is unknown is
 * passed over, so that an older release reads what it knows of a newer one's. Metadata of another
 * tool, of another version, or broken reads as nothing: then everything from the offset on is done
 * again, never too little.
 *
 * @param beyond stretches done beyond the offset, ascending
 * @param mark the owner's mark, if there is one
 * @param states resume states of handlers
 * @param stored the id under which the store has the resume states, in place of {@code states}
 */
record CommitMetadata(
    List<Carried.Stretch> beyond,
    Optional<OwnerMark> mark,
    List<ResumeState> states,
    Optional<String> stored) {

  private static final Logger LOGGER = LoggerFactory.getLogger(CommitMetadata.class);
  private static final String PREFIX = "sluice:";
  private static final String VERSION = PREFIX + "2;";
  private static final String FIRST_VERSION = PREFIX + "1";
  private static final CommitMetadata NONE =
      new CommitMetadata(List.of(), Optional.empty(), List.of());

  private static final char BEYOND = 'b';
  private static final char MARK = 'o';
  private static final char STATES = 's';
  private static final char STORED = 'x';
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  /** Without a reference to a store. */
  CommitMetadata(List<Carried.Stretch> beyond, Optional<OwnerMark> mark, List<ResumeState> states) {
    this(beyond, mark, states, Optional.empty());
  }

  /** As text, or nothing when there is nothing to say. */
  String write(long offset) {
    if (equals(NONE)) {
      return "";
    }
    StringJoiner sections = new StringJoiner(";", VERSION, "");
    mark.ifPresent(left -> sections.add(MARK + "=" + MarkText.write(left)));
    if (!states.isEmpty()) {
      sections.add(STATES + "=" + StateText.write(offset, states));
    }
    stored.ifPresent(id -> sections.add(STORED + "=" + id));
    if (!beyond.isEmpty()) {
      sections.add(BEYOND + "=" + DoneBeyond.write(offset, beyond));
    }
    return sections.toString();
  }

  /**
   * What the metadata of a commit says.
   *
   * @param offset the committed offset
   * @param metadata as it was committed, by whomever; may be null
   */
  static CommitMetadata read(long offset, String metadata) {
    if (metadata == null || !metadata.startsWith(PREFIX)) {
      return NONE;
    }
    try {
      if (metadata.startsWith(VERSION)) {
        return sections(offset, metadata.substring(VERSION.length()));
      }
      if (metadata.startsWith(FIRST_VERSION)) {
        String text = metadata.substring(FIRST_VERSION.length());
        return NONE.with(DoneBeyond.read(offset, text));
      }
    } catch (IllegalArgumentException e) {
      LOGGER.warn("the metadata of a commit at {} can't be read: {}", offset, e.getMessage());
      return NONE;
    }
    LOGGER.warn("the metadata of a commit at {} is of a newer version; it is ignored", offset);
    return NONE;
  }

  private static CommitMetadata sections(long offset, String text) {
    CommitMetadata read = NONE;
    for (String section : text.split(";", -1)) {
      if (section.length() < 2 || section.charAt(1) != '=') {
        throw new IllegalArgumentException("'" + section + "' is no section");
      }
      String value = section.substring(2);
      switch (section.charAt(0)) {
        case BEYOND -> read = read.with(DoneBeyond.read(offset, value));
        case MARK -> read = read.with(MarkText.read(value));
        case STATES -> read = read.withStates(StateText.read(offset, value));
        case STORED -> read = read.withStored(value);
        default -> LOGGER.debug("section {} of a commit's metadata is unknown", section.charAt(0));
      }
    }
    return read;
  }

  private CommitMetadata with(List<Carried.Stretch> read) {
    return new CommitMetadata(read, mark, states, stored);
  }

  private CommitMetadata with(OwnerMark read) {
    return new CommitMetadata(beyond, Optional.of(read), states, stored);
  }

  private CommitMetadata withStates(List<ResumeState> read) {
    return new CommitMetadata(beyond, mark, read, stored);
  }

  private CommitMetadata withStored(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("'" + id + "' is no id of a stored state");
    }
    return new CommitMetadata(beyond, mark, states, Optional.of(id));
  }
}
