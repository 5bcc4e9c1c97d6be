import { describe, expect, it } from 'vitest';
import { drivers } from './driver-calls.ts';
import { bodies, hostileHeaders, hostileParts, mixture } from './hostile-text.ts';
import { leastMs } from './loop-time.ts';

const mostMs = 50;
const secrets = {
  key: 'key-0123456789',
  secondKey: 'second-0123456789',
  token: 'token-012',
  webhookSecret: 'x',
};
// Most methods of a driver read errors in one place.
const errorBodies = ['a field of each name', 'an error of a service'];
const statusesOf = (place: string) => (errorBodies.includes(place) ? [200, 400] : [200]);
const json = { 'content-type': 'application/json' };

/** Drivers that answer every request of theirs with the text that is set. */
async function openCalls({ open }: (typeof drivers)[number]) {
  let answer: () => Response = () => new Response('{}');
  let requests = 0;
  const calls = await open(secrets, () => {
    requests += 1;
    return answer();
  });
  /** The calls that take longer than the limit for each of their requests. */
  const slowWith = async (where: string, make: typeof answer, only = calls) => {
    answer = make;
    const slow: string[] = [];
    for (const { name, run } of only) {
      const counted = () => {
        requests = 0;
        return run();
      };
      const most = () => mostMs * Math.max(1, requests);
      const ms = await leastMs(counted, most);
      if (ms > most()) slow.push(`${name}, ${where}: ${Math.round(ms)} ms`);
    }
    return slow;
  };
  return { calls, slowWith };
}

describe.each(drivers)('P6: $name reads foreign text', (driver) => {
  it.each(Object.entries(hostileParts))(`in ${mostMs} ms for a megabyte of %s`, async (_kind, part) => {
    const { calls, slowWith } = await openCalls(driver);
    const slow: string[] = [];
    for (const [place, bodyOf] of Object.entries(bodies)) {
      const body = new TextEncoder().encode(bodyOf((length) => part.repeat(length / part.length)));
      for (const status of statusesOf(place)) {
        const make = () => new Response(body, { status, headers: json });
        slow.push(...(await slowWith(`${place}, ${status}`, make, calls.slice(0, 1))));
      }
    }
    const headers = hostileHeaders(part);
    slow.push(
      ...(await slowWith('headers', () => new Response('{}', { status: 429, headers }), calls.slice(0, 1))),
    );
    expect(slow).toEqual([]);
  });

  it(`in ${mostMs} ms with every method`, async () => {
    const { calls, slowWith } = await openCalls(driver);
    const slow: string[] = [];
    for (const [place, bodyOf] of Object.entries(bodies)) {
      const body = new TextEncoder().encode(bodyOf(mixture));
      for (const status of statusesOf(place)) {
        const make = () => new Response(body, { status, headers: json });
        slow.push(...(await slowWith(`${place}, ${status}`, make)));
      }
    }
    // `send` and `sendBatch` at least.
    expect(calls.length).toBeGreaterThan(1);
    expect(slow).toEqual([]);
  });
});
