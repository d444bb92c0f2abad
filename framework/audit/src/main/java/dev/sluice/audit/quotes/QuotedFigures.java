package dev.sluice.audit.quotes;

import dev.sluice.audit.model.AuditFinding;
import dev.sluice.audit.model.Change;
import dev.sluice.audit.model.Check;
import dev.sluice.audit.model.Figure;
import dev.sluice.audit.model.Place;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Figures that documents quote and no file holds. */
public final class QuotedFigures {
  private QuotedFigures() {}

  /**
   * Compares documents with everything that was read. Each figure of a document is told once, at
   * its first line. A figure quoted is a time with a unit in a sentence about a stop ({@link
   * StopSentences}), but not {@code every 2 s}. Linear in the length of all texts.
   *
   * @param documents runbooks, READMEs
   * @param files manifests, configurations, sources of figures; those that are among the documents
   *     are passed over. Without any there is nothing to compare with, so nothing is found
   */
  public static List<AuditFinding> check(List<SourceText> documents, List<SourceText> files) {
    Set<String> names = documents.stream().map(SourceText::name).collect(Collectors.toSet());
    List<SourceText> sources = files.stream().filter(file -> !names.contains(file.name())).toList();
    if (sources.isEmpty()) {
      return List.of();
    }
    List<Quotes> quotes = documents.stream().map(Quotes::of).toList();
    KnownFigures known =
        KnownFigures.of(
            quotes.stream().flatMap(of -> of.all().stream()).map(Quote::millis).toList(), sources);
    List<AuditFinding> findings = new ArrayList<>();
    for (Quotes of : quotes) {
      of.all().stream()
          .filter(quote -> !known.has(quote.millis()))
          .forEach(quote -> findings.add(finding(of.document(), quote, known)));
      if (of.full()) {
        findings.add(tooMany(of.document()));
      }
    }
    return findings;
  }

  private static AuditFinding tooMany(SourceText document) {
    return AuditFinding.of(
            Check.UNKNOWN,
            Place.of(document.name()),
            Optional.of(document.start()),
            "quotes more than " + Quotes.MOST + " times for a stop; the others were not compared",
            Change.look("split the document, or leave it out of --docs"))
        .about("too many quotes");
  }

  private static AuditFinding finding(SourceText document, Quote quote, KnownFigures known) {
    String figure = print(quote.millis());
    String words = quote.words().equals(figure) ? figure : figure + " (\"" + quote.words() + "\")";
    return AuditFinding.of(
            Check.QUOTED_FIGURE,
            Place.of(document.name()),
            Optional.of(quote.at()),
            "quotes " + words + " for a stop" + quote.moreLines() + ", and no file read holds it",
            nearest(quote, known),
            Change.set(
                "or set "
                    + figure
                    + " where it has to hold, for example as terminationGracePeriodSeconds or"
                    + " stopwaitsecs"))
        .about(figure);
  }

  private static Change nearest(Quote quote, KnownFigures known) {
    String figures =
        Stream.of(known.below(quote.millis()), known.above(quote.millis()))
            .flatMap(Optional::stream)
            .map(figure -> print(figure.millis()) + " (" + figure.at() + ")")
            .collect(Collectors.joining(" or "));
    return figures.isEmpty()
        ? Change.look("no file read holds any time; give the files that the document speaks of")
        : Change.set("write what is in force; the nearest figures that exist: " + figures);
  }

  private static String print(long millis) {
    return Figure.written(Duration.ofMillis(millis), new Position("", 1, 1)).text();
  }
}
