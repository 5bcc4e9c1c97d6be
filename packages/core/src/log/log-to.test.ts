import { format } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { ClientEvent } from '../observe/events.ts';
import { logTo } from './log-to.ts';

const about = { provider: 'acme', operation: 'thing.get', requestId: 'r-1', attempt: 1 };
const url = 'https://api.acme.test/a%d0';
const started: ClientEvent = { ...about, type: 'attempt-start', method: 'GET', url };
const retried: ClientEvent = {
  ...about,
  type: 'retry-scheduled',
  waitMs: 25,
  errorCode: 'server',
  throttled: false,
};
const failed: ClientEvent = {
  ...about,
  type: 'operation-end',
  ok: false,
  attempts: 1,
  elapsedMs: 1,
  errorCode: 'server',
  outcome: 'unknown',
};
const line = {
  started: 'acme thing.get [r-1] attempt 1: GET https://api.acme.test/a%D0',
  retried: 'acme thing.get [r-1] attempt 1: server, next in 25 ms',
  failed: 'acme thing.get [r-1] failed: server, outcome unknown; 1 ms, 1 attempt',
};

/** Records the lines, and needs `this` like real loggers. */
class Recorder {
  readonly logged: unknown[][] = [];
  debug(...words: unknown[]) {
    this.logged.push(['debug', ...words]);
  }
  info(...words: unknown[]) {
    this.logged.push(['info', ...words]);
  }
  warn(...words: unknown[]) {
    this.logged.push(['warn', ...words]);
  }
}

function tell(listen: (event: ClientEvent) => void) {
  for (const event of [started, retried, failed]) listen(event);
}

describe('logTo', () => {
  it('logs events from info on, each at its level', () => {
    const logger = new Recorder();
    tell(logTo(logger));
    expect(logger.logged).toEqual([
      ['info', line.retried],
      ['warn', line.failed],
    ]);
  });

  it('logs everything with level: debug, and only problems with level: warn', () => {
    const all = new Recorder();
    tell(logTo(all, { level: 'debug' }));
    expect(all.logged.map(([level]) => level)).toEqual(['debug', 'info', 'warn']);
    const wrong = new Recorder();
    tell(logTo(wrong, { level: 'warn' }));
    expect(wrong.logged).toEqual([['warn', line.failed]]);
  });

  it('passes the event before the line for pino and bunyan, after it for winston and console', () => {
    const first = new Recorder();
    tell(logTo(first, { fields: 'first' }));
    expect(first.logged.at(-1)).toEqual(['warn', failed, line.failed]);
    const last = new Recorder();
    tell(logTo(last, { fields: 'last' }));
    expect(last.logged.at(-1)).toEqual(['warn', line.failed, failed]);
  });

  it('passes every line to a function of the debug package', () => {
    const logged: unknown[][] = [];
    tell(logTo((...words: unknown[]) => void logged.push(words)));
    expect(logged).toEqual([[line.started], [line.retried], [line.failed]]);
  });

  it('passes the event to a function, too, with `fields`', () => {
    const logged: unknown[][] = [];
    tell(logTo((...words: unknown[]) => void logged.push(words), { fields: 'last' }));
    expect(logged.at(-1)).toEqual([line.failed, failed]);
  });

  it('treats a logger that is a function as a logger', () => {
    const recorder = new Recorder();
    const logger = Object.assign(() => expect.unreachable('called as a function'), {
      debug: () => {},
      info: () => {},
      warn: (...words: unknown[]) => recorder.warn(...words),
    });
    tell(logTo(logger));
    expect(recorder.logged).toEqual([['warn', line.failed]]);
  });

  it.each<[unknown, object]>([
    [undefined, {}],
    [{}, {}],
    [{ debug() {}, warn() {} }, {}],
    [console, { level: 'error' }],
    [console, { level: 'WARN' }],
    [console, { fields: 'lst' }],
  ])('rejects invalid arguments before the first call: %o with %o', (logger, options) => {
    expect(() => logTo(logger as never, options)).toThrow(ConfigurationError);
  });

  it('writes a line that console prints unchanged', () => {
    expect(format(line.started, { a: 1 })).toBe(`${line.started} { a: 1 }`);
    const types: Parameters<typeof logTo>[0][] = [console];
    expect(types).toHaveLength(1);
  });
});
