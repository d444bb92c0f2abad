package dev.sluice.benchmarks.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** The pool of those who use JDBC. */
final class JdbcPool {
  private JdbcPool() {}

  static HikariDataSource open(JobsLap order, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(order.database().jdbcUrl());
    config.setUsername(order.database().user());
    config.setPassword(order.database().password());
    config.setMaximumPoolSize(connections);
    return new HikariDataSource(config);
  }
}
