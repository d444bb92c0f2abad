package dev.sluice.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses EVERYTHING =
      new ClassFileImporter().importPackages("dev.sluice.testkit");
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sluice.testkit");

  @Test
  void aScheduleHasNoThreadsAndReadsNoRealTime() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Workers")
        .and()
        .resideInAPackage("dev.sluice.testkit.simulation")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(PRODUCTION);
  }

  @Test
  void theKitStandsOnTheFrameworkAndOnNoAdapter() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.vertx.core..",
            "org.slf4j..",
            "picocli..",
            "com.fasterxml.jackson..",
            "org.junit.jupiter.api..",
            "dev.sluice.api",
            "dev.sluice.chain",
            "dev.sluice.command",
            "dev.sluice.spi",
            "dev.sluice.config",
            "dev.sluice.time",
            "dev.sluice.drain",
            "dev.sluice.progress",
            "dev.sluice.runtime",
            "dev.sluice.testkit..")
        .check(PRODUCTION);
  }

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
  void nobodyEndsTheProcess() {
    noClasses()
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PRODUCTION);
  }

  @Test
  void nobodySleeps() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(EVERYTHING);
  }
}
