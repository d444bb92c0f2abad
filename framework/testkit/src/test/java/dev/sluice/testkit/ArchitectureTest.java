package dev.sluice.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

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
            "io.vertx.core",
            "com.fasterxml.jackson..",
            "org.junit.jupiter.api..",
            "dev.sluice.api",
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
  void nobodySleeps() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(EVERYTHING);
  }
}
