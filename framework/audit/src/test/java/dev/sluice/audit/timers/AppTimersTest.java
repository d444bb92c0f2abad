package dev.sluice.audit.timers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.launch.Scripts;
import dev.sluice.audit.model.EnvVariable;
import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppTimersTest {
  private static final Position AT = new Position("pod.yaml", 3, 1);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        // command; variables; line of each file; timers
        "bundle exec sidekiq; ; ; sidekiq timeout 25 s ends",
        "sidekiq -t 60; ; ; sidekiq timeout 60 s ends",
        "sidekiq --timeout=90 -C c.yml; ; :timeout: 5; sidekiq timeout 90 s ends",
        "sidekiq -C c.yml; ; :timeout: 5; sidekiq timeout 5 s ends",
        "sidekiq -C c.yml; ; :timeout: <%= T %>; sidekiq timeout ? ends",
        "gunicorn app:app; ; ; gunicorn graceful_timeout 30 s ends",
        "python -m gunicorn app:app --graceful-timeout 120; ; ; gunicorn graceful_timeout 120 s ends",
        "gunicorn app; GUNICORN_CMD_ARGS=--graceful-timeout=45; ; gunicorn graceful_timeout 45 s ends",
        "gunicorn -c g.py app; ; graceful_timeout = 300; gunicorn graceful_timeout 300 s ends",
        "gunicorn -c g.py app; ; graceful_timeout = int(x); gunicorn graceful_timeout ? ends",
        "celery -A p worker; ; ; ",
        "celery -A p worker; REMAP_SIGTERM=SIGQUIT; ; celery worker_soft_shutdown_timeout ? ends",
        "celery -A p beat; REMAP_SIGTERM=SIGQUIT; ; ",
        "puma -C p.rb; ; force_shutdown_after 20; puma force_shutdown_after 20 s ends",
        "puma; ; ; ",
        "puma -w 2; ; ; puma worker_shutdown_timeout 30 s ends",
        "puma -w 0; ; ; ",
        "puma; WEB_CONCURRENCY=3; ; puma worker_shutdown_timeout 30 s ends",
        "puma -C p.rb; ; workers 2; puma worker_shutdown_timeout 30 s ends",
        "puma -C p.rb; ; worker_shutdown_timeout 60; puma worker_shutdown_timeout 60 s ends",
        "puma -w 2 -C /p.rb; ; workers 2; puma shutdown ? ends",
        "rq worker high; ; ; ",
        "uwsgi --http :80 --die-on-term; ; ; uwsgi graceful stop 0 s ends",
        "uwsgi --ini u.ini; ; die-on-term = true; uwsgi graceful stop 0 s ends",
        "uwsgi u.ini; ; hook-master-start = unix_signal:15 gracefully_kill_them_all; uwsgi graceful stop ? ends",
        "uwsgi u.ini --worker-reload-mercy 90; ; hook-master-start = unix_signal:15 gracefully_kill_them_all; uwsgi graceful stop 90 s ends",
        "uwsgi --ini /u.ini; ; x; uwsgi graceful stop ? ends",
        "uwsgi --yaml u.yaml; ; x; uwsgi graceful stop ? ends",
        "php artisan queue:work; ; ; laravel --timeout (of a job, not of a stop) 60 s",
        "php /app/artisan queue:work redis --timeout=120; ; ; laravel --timeout (of a job, not of a stop) 120 s",
        "php artisan queue:work --timeout=0; ; ; ",
        "php artisan horizon; ; ; horizon timeout (of a job, not of a stop) ?",
        "php artisan schedule:work; ; ; ",
        "celery -A p worker --time-limit=300; ; ; celery --time-limit (of a task, not of a stop) 300 s",
        "uvicorn app:app; ; ; ",
        "uvicorn a --timeout-graceful-shutdown 9; ; ; uvicorn timeout_graceful_shutdown 9 s ends",
        "hypercorn app:app; ; ; hypercorn graceful_timeout 3 s ends",
        "pm2-runtime app.js --kill-timeout 30000; ; ; pm2 kill_timeout 30 s ends",
        "dramatiq tasks; ; ; dramatiq worker_shutdown_timeout 600 s ends",
        "rake resque:work; ; ; resque no limit on QUIT",
        "nginx; ; ; nginx worker_shutdown_timeout no limit on QUIT",
        "nginx -c n.conf; ; worker_shutdown_timeout 2m; nginx worker_shutdown_timeout 120 s ends on QUIT",
        "postgres; ; ; postgres smart shutdown no limit",
        "java -jar a.jar; ; ; ",
        "java -jar a.jar; SPRING_PROFILES_ACTIVE=x; ; spring timeout-per-shutdown-phase 30 s ends",
        "java -Dspring.lifecycle.timeout-per-shutdown-phase=2m -jar a; ; ; spring timeout-per-shutdown-phase 120 s ends",
        "./worker -t 25; ; ; ",
      })
  void knowsTimers(String command, String variables, String line, String expected) {
    List<EnvVariable> environment =
        variables == null
            ? List.of()
            : List.of(
                new EnvVariable(
                    variables.substring(0, variables.indexOf('=')),
                    Optional.of(variables.substring(variables.indexOf('=') + 1)),
                    AT));
    Scripts files =
        path ->
            Optional.ofNullable(line)
                .filter(it -> !path.startsWith("/"))
                .map(it -> SourceText.file(path, "# timeout: 1\n" + it + "\n"));

    List<String> timers =
        AppTimers.of(words(command), environment, files).stream().map(AppTimersTest::text).toList();

    assertThat(String.join("|", timers)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @CsvSource({
    "worker --visibility-timeout 30, A=b, --visibility-timeout 30 s",
    "worker, SQS_VISIBILITY_TIMEOUT=45, SQS_VISIBILITY_TIMEOUT 45 s",
    "worker --x-consumer-timeout=60000, A=b, --x-consumer-timeout 60 s",
    "worker, PUBSUB_ACK_DEADLINE_SECONDS=10, PUBSUB_ACK_DEADLINE_SECONDS 10 s",
    "worker --timeout 30, TIMEOUT=5, ''",
    "php artisan queue:work, REDIS_QUEUE_RETRY_AFTER=90, REDIS_QUEUE_RETRY_AFTER 90 s",
    "celery -A p worker, BROKER_URL=amqp://q, ''",
    "celery -A p worker, CELERY_BROKER_URL=redis://q, celery visibility_timeout 3600 s",
    "celery -A p beat, CELERY_BROKER_URL=redis://q, ''",
    "celery -A p -b rediss://q worker, A=b, celery visibility_timeout 3600 s",
    "celery -A p -b redis://q worker, CELERY_VISIBILITY_TIMEOUT=60, CELERY_VISIBILITY_TIMEOUT 60 s",
  })
  void knowsQueueTimeouts(String command, String variable, String expected) {
    int equals = variable.indexOf('=');
    EnvVariable set =
        new EnvVariable(
            variable.substring(0, equals), Optional.of(variable.substring(equals + 1)), AT);

    assertThat(QueueTimeouts.of(words(command), List.of(set), Scripts.none()))
        .extracting(it -> it.name() + " " + it.figure().text())
        .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "broker_transport_options = {'visibility_timeout': 7200}; 7200 s",
        "BROKER_TRANSPORT_OPTIONS = {\"visibility_timeout\": 60, 'x': 1}  # one; 60 s",
        "'visibility_timeout': 43200,; 43200 s",
        "# 'visibility_timeout': 5; 3600 s",
        "visibility_timeout = 5; 3600 s",
        "x = {'visibility_timeout': HOUR}; ?",
      })
  void readsTheConfigurationOfCelery(String line, String expected) {
    Scripts files =
        path ->
            path.equals("conf/celery.py")
                ? Optional.of(SourceText.file(path, "import os\n" + line + "\n"))
                : Optional.empty();

    assertThat(
            QueueTimeouts.of(
                words("celery -b redis://q worker --config conf.celery"), List.of(), files))
        .extracting(it -> it.figure().text())
        .containsExactly(expected);
  }

  @Test
  void readsTheOptionsOfCeleryInAVariable() {
    EnvVariable options =
        new EnvVariable(
            "CELERY_BROKER_TRANSPORT_OPTIONS", Optional.of("{\"visibility_timeout\": 900}"), AT);

    assertThat(QueueTimeouts.of(words("celery -A p worker"), List.of(options), Scripts.none()))
        .extracting(it -> it.name() + " " + it.figure().text())
        .containsExactly("celery visibility_timeout 900 s");
  }

  private static String text(AppTimer timer) {
    return timer.name()
        + " "
        + timer.figure().text()
        + (timer.ends() ? " ends" : "")
        + timer.drainsOn().map(signal -> " on " + signal).orElse("");
  }

  private static List<Word> words(String command) {
    return Arrays.stream(command.strip().split(" ", -1)).map(it -> new Word(it, AT)).toList();
  }
}
