package dev.sluice.sample.dev;

/** What a pipeline's records come from. */
enum DevBroker {
  KAFKA("Kafka", "KAFKA_BOOTSTRAP_SERVERS"),
  RABBITMQ("RabbitMQ", "RABBITMQ_URL"),
  /** Jobs, in the same Postgres that takes what becomes of them. */
  JOBS("Postgres", "DATABASE_URL");

  private final String title;
  private final String variable;

  DevBroker(String title, String variable) {
    this.title = title;
    this.variable = variable;
  }

  /** What people call it. */
  String title() {
    return title;
  }

  /** The placeholder in pipelines that says where it is. */
  String variable() {
    return variable;
  }
}
