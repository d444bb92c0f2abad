package dev.sluice.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who may import whom within the test kit. */
class ArchitectureTest {
  private static final JavaClasses EVERYTHING =
      new ClassFileImporter().importPackages("dev.sluice.testkit");
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sluice.testkit");

  @Test
  void partsDoNotKnowEachOther() {
    slices().matching("dev.sluice.testkit.(*)..").should().notDependOnEachOther().check(PRODUCTION);
  }

  @Test
  void theKitDoesNotKnowWhatIsMadeOfIt() {
    noClasses()
        .that()
        .resideInAPackage("dev.sluice.testkit")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.sluice.testkit.*..")
        .check(PRODUCTION);
  }

  @Test
  void onlyTheRehearsalIsACommand() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sluice.testkit.rehearsal..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sluice.command..", "picocli..")
        .check(PRODUCTION);
  }

  /** It is part of worker jars, which have no test libraries in them. */
  @Test
  void theRehearsalNeedsNoTestLibraryAndNeitherFacadeNorCommandLine() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.sluice.testkit", "dev.sluice.testkit.rehearsal..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..", "org.assertj..", "dev.sluice", "dev.sluice.cli..")
        .check(PRODUCTION);
  }

  @Test
  void realTimeIsNotReadHere() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .check(PRODUCTION);
  }

  @Test
  void nobodyEndsTheProcess() {
    noClasses()
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PRODUCTION);
  }

  @Test
  void nobodySleepsTestsLeastOfAll() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(EVERYTHING);
  }
}
