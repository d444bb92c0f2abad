package dev.sluice.chain;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sluice.chain");

  @Test
  void theArithmeticNeedsNothingButTheJdk() {
    classes()
        .that()
        .resideInAPackage("dev.sluice.chain..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "dev.sluice.chain..")
        .check(CLASSES);
  }

  @Test
  void theArithmeticReadsNoClock() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .check(CLASSES);
  }
}
