package dev.sluice.postgres;

import dev.sluice.config.InvalidSetting;
import dev.sluice.config.Setting;
import java.time.Duration;

/**
 * {@code services.postgres.<name>.transactions} of {@code pipeline.yaml}.
 *
 * @param checkpointTable the table with the positions of lanes
 * @param appliedTable the table with the records that are applied, of sources without positions
 * @param createTables whether the tables are made when they are missing
 * @param retention how long an applied record is remembered
 */
public record PostgresTransactionsConfig(
    @Setting(
            doc = "Table with the positions of lanes, if need be with its schema.",
            value = "sluice_checkpoints")
        String checkpointTable,
    @Setting(
            doc =
                "Table with the applied records of sources without positions, if need be with its"
                    + " schema.",
            value = "sluice_applied")
        String appliedTable,
    @Setting(
            doc = "Make the tables when they are missing; otherwise the worker only looks.",
            value = "false")
        boolean createTables,
    @Setting(
            doc =
                "How long an applied record is remembered; one that its source delivers again later"
                    + " is applied again. Longer than a record may be on its way between workers."
                    + " Records with committed steps that are not finished are kept for a year.",
            value = "168h",
            min = "1h",
            max = "8760h")
        Duration retention) {

  /**
   * @throws InvalidSetting when a table's name is none, or both are the same
   */
  public PostgresTransactionsConfig {
    TableName.of("checkpointTable", checkpointTable);
    TableName.of("appliedTable", appliedTable);
    if (checkpointTable.equals(appliedTable)) {
      throw new InvalidSetting(
          "appliedTable", "is '" + appliedTable + "' as checkpointTable is; name another table");
    }
  }

  TableName checkpoints() {
    return TableName.of("checkpointTable", checkpointTable);
  }

  TableName applied() {
    return TableName.of("appliedTable", appliedTable);
  }
}
