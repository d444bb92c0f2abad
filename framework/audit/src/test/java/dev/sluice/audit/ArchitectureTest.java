package dev.sluice.audit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.sluice.audit");

  @Test
  void itStandsAloneOnTheArithmetic() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "dev.sluice.audit..",
            "dev.sluice.chain..",
            "org.yaml.snakeyaml..",
            "com.fasterxml.jackson.core..",
            "picocli..")
        .check(CLASSES);
  }

  @Test
  void packagesDependInOneDirection() {
    slices().matching("dev.sluice.audit.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void parsersKnowNoRulesAndNoCommandLine() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..text..",
            "..model..",
            "..launch..",
            "..kubernetes..",
            "..supervisord..",
            "..systemd..",
            "..dockerfile..",
            "..timers..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..assembly..", "..rules..", "..report..", "..cli..", "..input..")
        .check(CLASSES);
  }
}
