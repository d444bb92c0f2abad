package dev.sluice.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

  static Stream<Path> pages() {
    return Checkout.pages().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkWithinTheCheckoutLeadsSomewhere(Path page) {
    List<String> dead = new ArrayList<>();
    Matcher link = LINK.matcher(new Page(Checkout.read(page)).prose());
    while (link.find()) {
      if (!link.group(1).contains(":") && !leads(page, link.group(1))) {
        dead.add(link.group(1));
      }
    }

    assertThat(dead).isEmpty();
  }

  @Test
  void everyPageOfTheDocumentationCanBeReachedFromTheReadme() {
    Set<Path> reached = new HashSet<>();
    follow(Checkout.ROOT.resolve("README.md"), reached);

    assertThat(reached).containsAll(Checkout.pages());
  }

  private static void follow(Path page, Set<Path> reached) {
    if (!reached.add(page) || !page.toString().endsWith(".md")) {
      return;
    }
    Matcher link = LINK.matcher(new Page(Checkout.read(page)).prose());
    while (link.find()) {
      Path target = target(page, link.group(1));
      if (!link.group(1).contains(":") && Files.isRegularFile(target)) {
        follow(target, reached);
      }
    }
  }

  private static boolean leads(Path page, String link) {
    Path target = target(page, link);
    int hash = link.indexOf('#');
    return Files.exists(target)
        && (hash < 0 || anchors(Checkout.read(target)).contains(link.substring(hash + 1)));
  }

  private static Path target(Path page, String link) {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    return path.isEmpty() ? page : page.resolveSibling(path).normalize();
  }

  // As the forges make them: the heading's text in lower case, spaces as hyphens, no punctuation.
  private static Set<String> anchors(String text) {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    Matcher heading = HEADING.matcher(text);
    while (heading.find()) {
      String slug =
          heading
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N} _-]", "")
              .replace(' ', '-');
      int earlier = seen.merge(slug, 1, Integer::sum) - 1;
      anchors.add(earlier == 0 ? slug : slug + "-" + earlier);
    }
    return anchors;
  }
}
