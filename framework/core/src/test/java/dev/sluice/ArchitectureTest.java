package dev.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who may import whom. The Maven modules hold the rules between modules. */
class ArchitectureTest {
  private static final JavaClasses EVERYTHING =
      new ClassFileImporter().importPackages("dev.sluice");
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // The chain's tests come as a jar once they are packed.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("dev.sluice");

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.sluice.(*)..").should().beFreeOfCycles().check(PRODUCTION);
  }

  @Test
  void partsOfConfigHaveNoCycles() {
    slices().matching("dev.sluice.config.(*)..").should().beFreeOfCycles().check(PRODUCTION);
  }

  @Test
  void settingsDoNotKnowHowTheyAreRead() {
    noClasses()
        .that()
        .resideInAPackage("dev.sluice.config")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.sluice.config.*..")
        .check(PRODUCTION);
  }

  @Test
  void drainAndProgressArePure() {
    classes()
        .that()
        .resideInAnyPackage("dev.sluice.drain..", "dev.sluice.progress..", "dev.sluice.chain..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "dev.sluice.drain..", "dev.sluice.progress..", "dev.sluice.chain..")
        .check(PRODUCTION);
  }

  @Test
  void theApiStandsAlone() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.api..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.vertx.core",
            "io.vertx.core.buffer",
            "com.fasterxml.jackson..",
            "dev.sluice.api..")
        .check(PRODUCTION);
  }

  @Test
  void theSpiNamesOnlyWhatAdaptersSee() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.spi..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.vertx.core",
            "dev.sluice.api..",
            "dev.sluice.spi..",
            "dev.sluice.progress..",
            "dev.sluice.time..")
        .check(PRODUCTION);
  }

  @Test
  void addedCommandsSeeTheConfigurationButNotTheCommandLine() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.command..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.sluice.api..",
            "dev.sluice.chain..",
            "dev.sluice.config..",
            "dev.sluice.command..")
        .check(PRODUCTION);
  }

  @Test
  void configKnowsNeitherEngineNorCommandLine() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.config..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.vertx.core",
            "org.yaml.snakeyaml..",
            "dev.sluice.api..",
            "dev.sluice.spi..",
            "dev.sluice.chain..",
            "dev.sluice.config..")
        .check(PRODUCTION);
  }

  @Test
  void timeStandsAlone() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.time..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "io.vertx.core", "dev.sluice.time..")
        .check(PRODUCTION);
  }

  @Test
  void healthSeesTheWorkerThroughItsOwnPort() {
    noClasses()
        .that()
        .resideInAPackage("dev.sluice.health..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.sluice",
            "dev.sluice.cli..",
            "dev.sluice.runtime..",
            "dev.sluice.drain..",
            "dev.sluice.spi..")
        .check(PRODUCTION);
  }

  @Test
  void nobodyKnowsTheFacade() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sluice")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.sluice")
        .check(PRODUCTION);
  }

  @Test
  void onlyTheFacadeKnowsTheCommandLine() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.sluice", "dev.sluice.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.sluice.cli..", "picocli..")
        .check(PRODUCTION);
  }

  @Test
  void onlyTheReaderKnowsTheYamlLibrary() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sluice.config.yaml..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.yaml..")
        .check(PRODUCTION);
  }

  @Test
  void realTimeIsReadInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sluice.time..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(OffsetDateTime.class, "now")
        .orShould()
        .callMethod(ZonedDateTime.class, "now")
        .orShould()
        .callConstructor(Date.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Clock.class)
        .check(PRODUCTION);
  }

  @Test
  void theProcessIsEndedInTwoPlaces() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.sluice.cli..")
        .and()
        .doNotHaveFullyQualifiedName("dev.sluice.runtime.DeadlineThread")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(PRODUCTION);
  }

  @Test
  void nobodyHangsOnAShutdownHook() {
    noClasses()
        .should()
        .callMethod(Runtime.class, "addShutdownHook", Thread.class)
        .check(PRODUCTION);
  }

  @Test
  void nobodySleepsTestsLeastOfAll() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", long.class, int.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(EVERYTHING);
  }
}
