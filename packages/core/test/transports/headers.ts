import { head } from '../hostile-answer.ts';
import { answered, get, ok, quoted, served, type View } from './calls.ts';
import type { Topic } from './row.ts';

const named =
  (name: string): View =>
  ({ headers }) =>
    quoted(headers.get(name) ?? 'none');

const listed: View = ({ headers }) =>
  [...(headers as Iterable<[string, string]>)].map(([name, value]) => `${name}=${value}`).join('; ');

const counted: View = ({ headers }) => `${[...(headers as Iterable<unknown>)].length} fields`;

const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: 1`);
const sized = (bytes: number) => ok('', `X-A: ${'x'.repeat(bytes)}`);
const date = 'Date: Sat, 21 Nov 2026 12:00:00 GMT';
const later = 'Retry-After: Sat, 21 Nov 2026 12:00:40 GMT';

/** The delay that the error of a throttled call names. */
const hinted = (...lines: readonly string[]) =>
  served(async (client, server) => {
    server.answerRaw(head('429 Too Many Requests', ...lines, 'Content-Length: 0'));
    const error: unknown = await client.request(get).catch((thrown: unknown) => thrown);
    const waitMs: unknown = Reflect.get(Object(error), 'retryAfterMs');
    return waitMs === undefined ? 'none' : `${waitMs} ms`;
  });

/** The shortest and the longest wait before the second attempt. */
const waited = (...lines: readonly string[]): Topic['rows'][number]['probe'] => {
  const wait = async (random: number, over: Parameters<ReturnType<typeof served>>[0]) => {
    const sleeps: number[] = [];
    const sleep = async (ms: number) => void sleeps.push(ms);
    const options = { retry: {}, limiter: false, timeoutMs: 1e6, deadlineMs: 1e7 } as const;
    const probe = served(
      async (client, server) => {
        server.answerRaw(head('429 Too Many Requests', ...lines, 'Content-Length: 0'), { when: { nth: 1 } });
        await client.request(get);
        // Time limits sleep as well.
        return `${sleeps.find((ms) => ms < 100_000)}`;
      },
      {
        ...options,
        runtime: { random: () => random, sleep: (ms, signal) => (ms < 100_000 ? sleep(ms) : never(signal)) },
      },
    );
    return probe(over);
  };
  return async (over) => `${await wait(0, over)} to ${await wait(1, over)} ms`;
};

const never = (signal?: AbortSignal) =>
  new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

export const headers: Topic = {
  title: 'Headers of a response',
  rows: [
    {
      case: 'in a loop: lower case, sorted, fields of one name joined',
      probe: answered(ok('', 'X-B: 2', 'x-a: 1', 'X-b: 3'), { view: listed }),
      end: 'content-length=0; x-a=1; x-b=2, 3',
    },
    {
      case: '`Set-Cookie` twice, in a loop',
      probe: answered(ok('', 'Set-Cookie: a=1', 'SET-COOKIE: b=2'), { view: listed }),
      end: 'content-length=0; set-cookie=a=1; set-cookie=b=2',
    },
    {
      case: '`Set-Cookie` twice, by name',
      probe: answered(ok('', 'Set-Cookie: a=1', 'Set-Cookie: b=2'), { view: named('set-cookie') }),
      end: '"a=1, b=2"',
    },
    {
      case: 'blanks around a value',
      probe: answered(ok('', 'X-A: \t v \t'), { view: named('x-a') }),
      end: '"v"',
    },
    {
      case: 'an empty value',
      probe: answered(ok('', 'X-A:'), { view: named('x-a') }),
      end: '""',
    },
    {
      case: 'UTF-8 in a value: one character a byte',
      probe: answered(ok('', 'X-A: é'), { view: named('x-a') }),
      end: '"Ã©"',
    },
    {
      case: 'a trailer after the last chunk',
      probe: answered(`${head('200 OK', 'Transfer-Encoding: chunked')}1\r\na\r\n0\r\nX-A: 1\r\n\r\n`, {
        view: named('x-a'),
      }),
      end: '"none"',
    },
    {
      case: 'a folded line',
      probe: answered(ok('', 'X-A: 1', ' 2')),
      end: 'NetworkError, unknown',
    },
    { case: '1,500 fields', probe: answered(ok('', ...many(1_500)), { view: counted }), end: '1501 fields' },
    { case: '15 KiB of fields', probe: answered(sized(15 * 1_024), { view: counted }), end: '2 fields' },
    { case: '17 KiB of fields', probe: answered(sized(17 * 1_024)), end: 'NetworkError, unknown' },
    {
      case: '`Retry-After` as a date, 40 s after `Date`',
      probe: hinted(date, later),
      end: '40000 ms',
    },
    { case: 'the same with `Age: 30`', probe: hinted(date, later, 'Age: 30'), end: '10000 ms' },
    {
      case: 'the same with two fields `Age`',
      probe: hinted(date, later, 'Age: 30', 'Age: 9'),
      end: '40000 ms',
    },
    { case: '`Retry-After` twice', probe: hinted('Retry-After: 5', 'Retry-After: 9'), end: 'none' },
    { case: 'the wait after `Retry-After: 0`', probe: waited('Retry-After: 0'), end: '0 to 2500 ms' },
    { case: 'the wait after `Retry-After: 2`', probe: waited('Retry-After: 2'), end: '2000 to 3500 ms' },
  ],
};
