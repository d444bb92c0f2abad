package dev.sluice.audit.input;

import dev.sluice.audit.systemd.UnitName;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a file is, told by its name and, where that does not tell, by its content. */
enum FileKind {
  /** YAML or JSON. */
  DOCUMENTS,
  /** A Dockerfile. */
  DOCKERFILE,
  /** A configuration of supervisord, main file or included. */
  SUPERVISORD,
  /** A unit of systemd, a drop-in, {@code system.conf}. */
  UNIT,
  /** A script or a configuration that others refer to. */
  CONTEXT,
  /** Prose, for {@code --docs}. */
  PROSE,
  /** Nothing that is read. */
  OTHER;

  private static final Set<String> DOCUMENT_ENDINGS = Set.of("yaml", "yml", "json");
  private static final Set<String> PROSE_ENDINGS = Set.of("md", "markdown", "txt", "adoc", "rst");
  private static final Set<String> CONTEXT_ENDINGS =
      Set.of(
          "sh",
          "bash",
          "ash",
          "ksh",
          "py",
          "rb",
          "pl",
          "js",
          "mjs",
          "php",
          "conf",
          "cfg",
          "cnf",
          "ini",
          "toml",
          "env",
          "properties",
          "xml");
  // One section header that only supervisord knows is enough; [include] alone is not.
  private static final Pattern SUPERVISORD_SECTION =
      Pattern.compile(
          "(?m)^\\[(?:supervisord|supervisorctl|unix_http_server|inet_http_server"
              + "|(?:program|group|eventlistener|fcgi-program):[^\\]\\r\\n]{1,200})\\]");

  /** Tells by the name alone; {@link #CONTEXT} where the content may tell more. */
  static FileKind ofName(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (isDockerfile(name)) {
      return DOCKERFILE;
    }
    if (name.equals("supervisord.conf")) {
      return SUPERVISORD;
    }
    if (UnitName.of(path).isPresent()) {
      return UNIT;
    }
    if (DOCUMENT_ENDINGS.contains(ending)) {
      return DOCUMENTS;
    }
    if (PROSE_ENDINGS.contains(ending)) {
      return PROSE;
    }
    return CONTEXT_ENDINGS.contains(ending) || name.indexOf('.') <= 0 ? CONTEXT : OTHER;
  }

  /** The same with the content at hand. */
  FileKind refine(String path, String content) {
    boolean ini = path.endsWith(".conf") || path.endsWith(".ini");
    return this == CONTEXT && ini && SUPERVISORD_SECTION.matcher(content).find()
        ? SUPERVISORD
        : this;
  }

  private static boolean isDockerfile(String name) {
    return name.equals("Dockerfile")
        || name.equals("Containerfile")
        || name.startsWith("Dockerfile.")
        || name.startsWith("Containerfile.")
        || name.endsWith(".Dockerfile")
        || name.endsWith(".dockerfile");
  }
}
