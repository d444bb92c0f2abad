package dev.sluice.sample.airports;

import dev.sluice.api.Outcome;
import dev.sluice.api.RecordSteps;
import dev.sluice.api.TryContext;
import dev.sluice.sample.sql.SqlFile;
import dev.sluice.sample.trial.Trial;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One try of one job. Event loop only; the file is read on a worker thread, a batch at a time. */
final class FileImport {
  private static final Logger LOGGER = LoggerFactory.getLogger(FileImport.class);
  private static final String LOAD = SqlFile.text("load-airports.sql");

  private final ImportJob job;
  private final Path directory;
  private final Trial trial;
  private final RecordSteps<SqlConnection> steps;
  private final TryContext<?> context;
  private final Vertx vertx = Vertx.currentContext().owner();
  private final Promise<Outcome> ended = Promise.promise();

  FileImport(
      ImportJob job,
      Path directory,
      Trial trial,
      RecordSteps<SqlConnection> steps,
      TryContext<?> context) {
    this.job = job;
    this.directory = directory;
    this.trial = trial;
    this.steps = steps;
    this.context = context;
  }

  Future<Outcome> run() {
    return vertx
        .executeBlocking(
            () -> AirportFile.open(directory, job.file(), steps.resumeState().map(ImportState::of)))
        .compose(
            file -> {
              log(file, file.state().position() == 0 ? "import begins" : "import goes on");
              next(file);
              return ended.future().eventually(() -> closed(file));
            });
  }

  private void log(AirportFile file, String what) {
    LOGGER
        .atInfo()
        .addKeyValue("file", job.file())
        .addKeyValue("row", file.state().rows() + 1)
        .log(what);
  }

  private Future<Void> closed(AirportFile file) {
    return vertx.executeBlocking(
        () -> {
          file.close();
          return null;
        });
  }

  // Not one future composed behind the other: a long file would make a chain as long.
  private void next(AirportFile file) {
    long before = file.state().rows();
    vertx
        .executeBlocking(() -> file.read(job.batch()))
        .compose(
            rows ->
                trial
                    .logged(run -> Tuple.of(job.file(), before + 1, file.state().rows(), run))
                    .compose(logged -> step(file, rows)))
        .onFailure(ended::fail)
        .onSuccess(
            outcome -> {
              if (outcome == Outcome.DONE || context.draining()) {
                log(file, outcome == Outcome.DONE ? "import has ended" : "import was stopped");
                ended.complete(outcome);
              } else {
                next(file);
              }
            });
  }

  private Future<Outcome> step(AirportFile file, AirportRows rows) {
    if (rows.last()) {
      return steps.finish(connection -> load(connection, rows)).map(Outcome.DONE);
    }
    return steps
        .step(connection -> load(connection, rows).map(file.state().toBuffer()))
        .map(Outcome.STOPPED);
  }

  private Future<Void> load(SqlConnection connection, AirportRows rows) {
    return connection
        .preparedQuery(LOAD)
        .execute(rows.columns(job.file()))
        // Here, where a kill finds rows that are written and not committed.
        .compose(loaded -> trial.worked(rows.airports().size()));
  }
}
