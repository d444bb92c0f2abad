"""Prints as JSON what supervisord itself understands of configurations: one line per argument, a
directory with supervisord.conf and, if there are variables, env.json."""
import json
import os
import shlex
import sys
import warnings

warnings.simplefilter("ignore")
from supervisor.options import ServerOptions  # noqa: E402


class Refusal(Exception):
    pass


class Asked(ServerOptions):
    def usage(self, msg):
        raise Refusal(msg)

    def processes_from_section(self, parser, section, group_name, klass=None):
        found = ServerOptions.processes_from_section(self, parser, section, group_name, klass)
        for one in found:
            one.section = section
        return found


def command(text):
    words = shlex.split(text)
    if not words:
        raise ValueError("command is empty")
    return words


def program(copies):
    one = copies[0]
    return {
        "name": one.section.split(":", 1)[1].strip(),
        "copies": len(copies),
        "command": command(one.command),
        "wait": max(0, one.stopwaitsecs),
        "signal": int(one.stopsignal),
        "stopasgroup": one.stopasgroup,
        "killasgroup": one.killasgroup,
        "environment": one.environment,
    }


def programs(processes):
    sections = {}
    for one in processes:
        copies = sections.setdefault(one.section, {})
        copies.setdefault(one.name, one)
    return [program(list(copies.values())) for copies in sections.values()]


def ask(directory):
    variables = os.path.join(directory, "env.json")
    os.environ.clear()
    if os.path.exists(variables):
        with open(variables) as file:
            os.environ.update(json.load(file))
    options = Asked()
    try:
        options.realize(["-c", os.path.join(directory, "supervisord.conf")], doc="")
        names, groups = set(), []
        for group in sorted(options.process_group_configs):
            members = programs(group.process_configs)
            if group.name not in names and members:
                groups.append(
                    {"name": group.name, "priority": group.priority, "programs": members}
                )
            names.add(group.name)
        return {"groups": groups[::-1]}
    except Exception as error:
        return {"refused": "%s: %s" % (type(error).__name__, error)}


for argument in sys.argv[1:]:
    print(json.dumps(ask(argument)))
