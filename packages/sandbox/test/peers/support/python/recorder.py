"""Records which operations of an SDK were answered, and asks the others for their refusal."""

import collections
import inspect
import json
import sys

done = set()
failed = {}


def operation(name, call, check=lambda answer: True):
    """Runs an operation, and checks its answer."""
    try:
        answer = call()
        if not check(answer):
            raise AssertionError(repr(answer)[:300])
        done.add(name)
        return answer
    except Exception as error:  # the report names it
        failed[name] = f"{type(error).__name__}: {error}"[:300]
        raise SystemExit(report([])) from error


def dummy(call):
    """Values for the required parameters of a function."""
    required = [
        parameter
        for parameter in inspect.signature(call).parameters.values()
        if parameter.default is inspect.Parameter.empty
    ]
    return [
        "x9" if parameter.annotation is str else collections.defaultdict(lambda: "x9")
        for parameter in required
    ]


def refused(calls, value_of):
    """The names of the calls that answer 501."""
    absent = []
    for name, call in calls.items():
        required = inspect.signature(call).parameters.values()
        required = [each for each in required if each.default is inspect.Parameter.empty]
        given = [value_of(each.annotation) for each in required if each.kind is not each.KEYWORD_ONLY]
        named = {each.name: value_of(each.annotation) for each in required if each.kind is each.KEYWORD_ONLY}
        try:
            answer = call(*given, **named)
            if inspect.isgenerator(answer):  # it asks when it is read
                list(answer)
            failed[name] = "was answered, and has no row"
        except Exception as error:  # the report names it
            status = getattr(error, "status_code", getattr(error, "status", None))
            if status == 501:
                absent.append(name)
            else:
                failed[name] = f"{type(error).__name__}: {error}"[:300]
    return absent


def report(all_names, absent=()):
    print(
        json.dumps(
            {"all": sorted(all_names), "done": sorted(done), "absent": sorted(absent), "failed": failed}
        )
    )
    return 0


def url():
    return sys.argv[1]


def key():
    return sys.argv[2]
