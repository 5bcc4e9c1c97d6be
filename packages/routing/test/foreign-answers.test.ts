// "No route", "no road near" and "ready" are conclusions from a response of the engine, and from no other.
import { isOrgError } from '@org/core';
import { describe, expect, it } from 'vitest';
import { callsOf, routingDrivers } from '../../../test/foreign-text/routing-drivers.ts';
import { createRoutingClient } from '../src/client.ts';
import { methodNames } from '../src/model/engine/method-names.ts';

const page = '<!doctype html><html><title>Sign in</title><p>Please sign in.</p></html>';
/** Of a proxy, a captive portal, another service, or the engine's own form without content. */
const bodies = [
  page,
  '',
  '{}',
  '[]',
  'null',
  '7',
  '"ok"',
  '[1]',
  '[{}]',
  '[null]',
  '{"message":"no Route matched with those values"}',
  '{"status":"ok","version":"1.4.0"}',
  '{"error":"Not Found","path":"/"}',
  '{"routes":[]}',
  '{"paths":[]}',
  '{"durations":[],"distances":[]}',
  '{"sources_to_targets":[]}',
  '{"locations":[]}',
  '{"snapped_points":[{"location":[0,0]}]}',
];

interface Foreign {
  readonly what: string;
  answer(): Response;
}

const foreign: readonly Foreign[] = [
  ...[200, 404].flatMap((status) => bodies.map((body) => [status, body] as const)),
  ...[201, 202].flatMap((status) => [page, '', '{}'].map((body) => [status, body] as const)),
  [204, ''] as const,
].map(([status, body]) => ({
  what: `${status} ${body}`,
  answer: () =>
    new Response(status === 204 ? null : body, {
      status,
      headers: body === '' ? {} : { 'content-type': body === page ? 'text/html' : 'application/json' },
    }),
}));
const redirect: Foreign = {
  what: '302',
  answer: () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } }),
};

const secrets = { key: 'key', secondKey: 'second', token: 'token', webhookSecret: 'secret' };
const conclusions = ['no-route', 'point-not-found'];

describe.each(Object.entries(routingDrivers))('C27: %s', (_name, driverOf) => {
  const driver = driverOf(secrets);
  let current = redirect;
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return current.answer();
  };
  const client = createRoutingClient({ driver, runtime: { fetch }, limiter: false, retry: false });
  const calls = callsOf(client);

  const methods = methodNames.filter((name) => driver.capabilities[name as 'status']);

  it('takes no foreign response for a result, for no route or for readiness', async () => {
    const wrong: unknown[] = [];
    const asked = new Set<string>();
    for (const call of calls)
      for (current of [...foreign, redirect]) {
        requests = 0;
        const end = await call.run().then(
          (value) => `accepted: ${JSON.stringify(value)?.slice(0, 100)}`,
          (error: unknown) => {
            if (!isOrgError(error)) return `${error}`;
            return conclusions.includes(error.code) ? error.code : undefined;
          },
        );
        if (requests > 0) asked.add(call.name);
        if (end !== undefined) wrong.push([call.name, current.what, end]);
      }
    expect(wrong).toEqual([]);
    expect(methods.filter((name) => !asked.has(name))).toEqual([]);
    expect(methods.length).toBeGreaterThan(2);
  });
});

describe('C27: jobs of graphhopper', () => {
  const driver = routingDrivers['graphhopper']?.(secrets);
  let answers: Response[] = [];
  /** Waits between polls end at once, and time limits never. */
  const sleep = async (ms: number) => (ms < 10_000 ? undefined : new Promise<never>(() => {}));
  const client = createRoutingClient({
    driver: driver as NonNullable<typeof driver>,
    runtime: { fetch: async () => answers.shift() ?? Response.error(), sleep },
    limiter: false,
    retry: false,
  });
  const [optimize] = callsOf(client).filter(({ name }) => name === 'optimize');

  it('take no foreign response for their end', async () => {
    const wrong: unknown[] = [];
    for (const { what, answer } of [...foreign, redirect]) {
      answers = [Response.json({ job_id: '7' }), answer()];
      const end = await optimize?.run().then(
        (value) => `accepted: ${JSON.stringify(value)}`,
        (error: unknown) => (isOrgError(error) && answers.length === 0 ? undefined : `${error}`),
      );
      if (end !== undefined) wrong.push([what, end]);
    }
    expect(wrong).toEqual([]);
  });
});
