package dev.sluice.rabbitmq;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaMember.Predicates.declaredIn;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.InetAddress;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses EVERYTHING =
      new ClassFileImporter().importPackages("dev.sluice.rabbitmq");
  private static final JavaClasses PRODUCTION =
      EVERYTHING.that(
          describe(
              "are shipped",
              type ->
                  !type.getSource().orElseThrow().getUri().getPath().contains("/test-classes/")));

  @Test
  void theAdapterSeesOfTheFrameworkOnlyWhatAdaptersMaySee() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.vertx.core",
            "io.vertx.core.json",
            "picocli",
            "org.slf4j..",
            "javax.net.ssl",
            "com.rabbitmq.client..",
            "dev.sluice.api",
            "dev.sluice.spi",
            "dev.sluice.command",
            "dev.sluice.config",
            "dev.sluice.time",
            "dev.sluice.progress",
            "dev.sluice.chain",
            "dev.sluice.rabbitmq")
        .check(PRODUCTION);
  }

  @Test
  void nothingInternalOfTheClientIsUsed() {
    // But for the size that a message's properties take in a frame.
    noClasses()
        .that()
        .doNotHaveSimpleName("Publish")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.rabbitmq.client.impl..")
        .check(PRODUCTION);
  }

  @Test
  void outsidersSeeTheProvidersTheirSettingsTheCommandsAndThePublisherOnly() {
    classes()
        .that()
        .arePublic()
        .and()
        .areTopLevelClasses()
        .should()
        .haveNameMatching(
            ".*\\.(Rabbit[A-Za-z]*(Provider|Config)|MissingId|QueueType|ReplayCommand"
                + "|RabbitPublisher|RabbitMessage|PublishFailed)")
        .check(PRODUCTION);
  }

  /** Sources are made where blocking is allowed; what they are asked comes on an event loop. */
  @Test
  void theHostIsLookedUpWhileTheSourceIsMade() {
    methods()
        .that()
        .areDeclaredIn(ConsumerName.class)
        .and()
        .haveName("of")
        .should()
        .onlyBeCalled()
        .byConstructorsThat(declaredIn(RabbitSource.class))
        .check(PRODUCTION);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(ConsumerName.class.getName())
        .should()
        .callMethod(InetAddress.class, "getLocalHost")
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
  void nobodySleepsTestsLeastOfAll() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(TimeUnit.class, "sleep", long.class)
        .check(EVERYTHING);
  }
}
