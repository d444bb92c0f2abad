package dev.sluice.audit.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.sluice.audit.model.Word;
import dev.sluice.audit.text.Position;
import dev.sluice.audit.text.SourceText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What is said about a command is what really happens to it: each is run and stopped. */
class ProcessOneTest {
  private static final Map<String, List<String>> SHELLS =
      Map.of(
          "dash", List.of("dash", "-c"),
          "bash", List.of("bash", "-c"),
          "busybox", List.of("busybox", "sh", "-c"));

  /** Lines whose verdict must be the observation, in each shell. */
  private static final List<String> LINES =
      List.of(
          "PROG",
          "PROG;",
          "PROG\n",
          "# why\nPROG # that",
          "PROG x >/dev/null 2>&1",
          "PROG <<X\nhi\nX",
          "A=b PROG",
          "export A=b; PROG",
          "cd / && PROG",
          "cd / && export A=b && PROG",
          "true; true && PROG",
          "true; PROG",
          "true\n\nPROG",
          "true\ntrue && PROG",
          "true;PROG\n",
          "PROG && true",
          "PROG; true",
          "PROG || exit 1",
          "(PROG)",
          "{ PROG; }",
          "{ PROG; } 2>&1",
          "true && { PROG; }",
          "if true; then PROG; fi",
          "case a in a) PROG;; esac",
          "for i in 1; do PROG; done",
          "while true; do PROG; done",
          "! PROG",
          "PROG | cat",
          "exec PROG | cat",
          "eval PROG",
          "command PROG",
          "f() { PROG; }; f",
          "f() { exec PROG; }; f",
          "exec PROG",
          "true && exec PROG",
          "exec env A=b nice PROG",
          "PROG & wait",
          "true & PROG",
          "PROG & wait $!; exit $?",
          "trap 'echo x' TERM; PROG",
          "trap '' TERM; PROG",
          "trap : INT; PROG",
          "trap : EXIT; PROG",
          "trap : EXIT; PROG & wait",
          "trap : TERM; PROG & wait",
          "trap 'exit 0' TERM; PROG & wait",
          "trap 'kill $p' TERM; PROG & p=$!; wait $p",
          "trap 'kill $p; wait $p' TERM; PROG & p=$!; wait $p",
          "trap 'kill -USR1 $p; wait' TERM; PROG & p=$!; wait",
          "trap 'kill $p' TERM; PROG & p=$!; wait $p; trap - TERM; wait $p",
          "trap 'kill $p' TERM; PROG & p=$!; while kill -0 $p; do wait $p; done",
          "f() { kill $p; wait $p; }; trap f TERM; PROG & p=$!; wait");

  private static final List<String> WRAPPERS =
      List.of(
          "tini --",
          "tini -g --",
          "tini -s --",
          "dumb-init",
          "dumb-init --single-child",
          "dumb-init --rewrite 15:3",
          "timeout 100",
          "timeout --foreground -k 5 100",
          "nohup",
          "nice -n 5",
          "env A=b",
          "stdbuf -oL",
          "setpriv --no-new-privs",
          "chroot /",
          "ionice -c 3");

  private final ExecutorService runs = Executors.newFixedThreadPool(6);

  /** A command, with its form's words. */
  private record Case(String name, Stopped stopped, List<String> words, Optional<String> script) {}

  @AfterEach
  void end() {
    runs.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> isWhatHappens() {
    List<Case> cases = new ArrayList<>();
    for (Stopped stopped : Stopped.values()) {
      lines(stopped, cases);
      for (String wrapper : stopped == Stopped.PROCESS_ONE ? WRAPPERS : WRAPPERS.subList(0, 8)) {
        for (String line : List.of("", "PROG; true", "trap : TERM; PROG; true")) {
          List<String> all = new ArrayList<>(List.of(wrapper.split(" ", -1)));
          all.addAll(line.isEmpty() ? List.of("PROG") : List.of("dash", "-c", line));
          cases.add(new Case(wrapper + " " + line, stopped, all, Optional.empty()));
        }
      }
      scripts()
          .forEach(
              (name, script) ->
                  cases.add(
                      new Case(
                          name,
                          stopped,
                          List.of("SCRIPT", "PROG", "argument"),
                          Optional.of(script))));
    }
    return cases.stream()
        .map(it -> Map.entry(it, CompletableFuture.supplyAsync(() -> difference(it), runs)))
        .toList()
        .stream()
        .map(
            entry ->
                dynamicTest(
                    entry.getKey().stopped() + ": " + entry.getKey().name(),
                    () -> assertThat(entry.getValue().join()).isEmpty()));
  }

  /** As process 1 each line in each shell, as a child each line in one of them in turn. */
  private static void lines(Stopped stopped, List<Case> cases) {
    List<String> shells = List.of("dash", "bash", "busybox");
    for (int i = 0; i < LINES.size(); i++) {
      List<String> these =
          stopped == Stopped.PROCESS_ONE ? shells : List.of(shells.get(i % shells.size()));
      for (String shell : these) {
        List<String> all = new ArrayList<>(SHELLS.get(shell));
        all.add(LINES.get(i));
        cases.add(new Case(shell + " " + LINES.get(i), stopped, all, Optional.empty()));
      }
    }
  }

  private static Map<String, String> scripts() {
    return Map.of(
        "script that execs its arguments",
            "#!/bin/sh\nset -e\nif [ \"$1\" = x ]; then\n  shift\nfi\nexec \"$@\"\n",
        "script that runs its arguments", "#!/bin/bash\nset -eu\n\"$@\"\n",
        "script under busybox", "#!/bin/busybox sh\nPROG\n",
        "script by env",
            "#!/usr/bin/env bash\ncase $1 in\n  x) exec false ;;\n  *) exec PROG ;;\nesac\n",
        "script with a trap",
            "#!/bin/bash\nstop() {\n  kill -s TERM \"$child\"\n  wait \"$child\"\n}\ntrap stop TERM INT\nPROG &\nchild=$!\nwait $child\n",
        "script that starts itself",
            "#!/bin/sh\nif [ -z \"${AGAIN:-}\" ]; then\n  AGAIN=1 exec \"$0\" \"$@\"\nfi\nexec \"$@\"\n",
        "script that is a program", "#!/usr/bin/perl\nexec @ARGV;\n");
  }

  /** What is said and what happens, where they differ. */
  private static String difference(Case it) {
    try (RealStop stop = new RealStop(it.stopped())) {
      Optional<Path> script = Optional.empty();
      if (it.script().isPresent()) {
        script = Optional.of(stop.script("start.sh", it.script().get()));
      }
      List<String> command = new ArrayList<>();
      for (String word : it.words()) {
        command.add(
            word.equals("SCRIPT")
                ? script.orElseThrow().toString()
                : word.replace("PROG", stop.program()));
      }
      Launch said =
          Launches.follow(
              new StartLine(
                  command.stream().map(word -> new Word(word, new Position("it", 1, 1))).toList(),
                  StartLine.Form.EXEC),
              it.stopped(),
              ShellKind.DASH,
              ProcessOneTest::read);
      SignalPath seen = stop.observe(command);
      String heard = said.path() == SignalPath.REACHES ? said.signal().orElse("TERM") : "";
      boolean same =
          said.path() == seen
              && (heard.isEmpty()
                  || heard.equals(stop.heard())
                  || it.stopped() == Stopped.CHILD_GROUP);
      return same
          ? ""
          : "said "
              + said.path()
              + " "
              + heard
              + " ("
              + said.note()
              + "), but it was "
              + seen
              + " "
              + stop.heard();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Optional<SourceText> read(String path) {
    try {
      return path.endsWith(".sh")
          ? Optional.of(SourceText.file(path, Files.readString(Path.of(path))))
          : Optional.empty();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
