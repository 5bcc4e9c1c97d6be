// The time from a call to the first request of the second service, when the first one certainly did not act.
import { createLimiter, perMinute } from '@org/core';
import { type FaultRule, type FaultServer, startFaultServer } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import * as mail from '@org/email/failover';
import { postmark } from '@org/email/postmark';
import { resend } from '@org/email/resend';
import { createRoutingClient } from '@org/routing';
import * as engines from '@org/routing/failover';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';

interface Takeover {
  readonly name: string;
  /** The rule of every request of the first service; without one it refuses connections. */
  readonly rule?: FaultRule | undefined;
  /** The limit of the first service is used up before. */
  readonly isFull?: boolean;
}

const answer = (status: number, hint?: number): Takeover => ({
  name: `${status}${hint === undefined ? '' : `, Retry-After: ${hint}`}`,
  rule: { answer: { status, headers: hint === undefined ? {} : { 'retry-after': `${hint}` } } },
});

const takeovers: readonly Takeover[] = [
  { name: 'connection refused' },
  answer(429),
  answer(429, 20),
  answer(503, 30),
  answer(421),
  { name: 'its window is full', rule: { answer: { json: { id: '1' } } }, isFull: true },
];

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };
const drive = {
  profile: 'driving',
  waypoints: [
    [8.681, 49.414],
    [8.687, 49.42],
  ],
} as const;

/** A call of a new client, and the end of the client. */
type Call = readonly [call: () => Promise<unknown>, close: () => Promise<void>];

function openMail(first: FaultServer, second: FaultServer): Call {
  const limiter = createLimiter({ limits: [perMinute(1)] });
  const driver = mail.failover([
    { driver: resend({ apiKey: 'key', baseUrl: first.url }), limiter },
    postmark({ apiKey: 'key', baseUrl: second.url }),
  ]);
  const email = createEmailClient({ driver });
  return [() => email.send(message), () => email.close()];
}

function openRoutes(first: FaultServer, second: FaultServer): Call {
  const limiter = createLimiter({ limits: [perMinute(1)] });
  const driver = engines.failover([
    { driver: valhalla({ baseUrl: first.url }), limiter },
    osrm({ baseUrl: second.url }),
  ]);
  const routing = createRoutingClient({ driver });
  return [() => routing.directions(drive), () => routing.close()];
}

/** How long after the start of the call the second service has its first request, in milliseconds. */
async function measure(open: typeof openMail, { rule, isFull = false }: Takeover): Promise<number> {
  await using first = await startFaultServer({ rules: rule === undefined ? [] : [rule] });
  await using second = await startFaultServer();
  if (rule === undefined) first.down();
  const [call, close] = open(first, second);
  // What the services answer does not matter here.
  if (isFull) await call().catch(() => {});
  const startedAtMs = performance.now();
  const ended = call().catch(() => {});
  await second.waitUntil(({ requests }) => requests.length > 0);
  const tookMs = performance.now() - startedAtMs;
  await ended;
  await close();
  return tookMs;
}

export async function measureTakeover(progress: Progress, { sittings = 7 } = {}): Promise<Section> {
  const data: { readonly name: string; readonly mailMs: number; readonly routeMs: number }[] = [];
  for (const takeover of takeovers) {
    const mails: number[] = [];
    const routes: number[] = [];
    // The first sitting loads what only calls need.
    for (let sitting = 0; sitting <= sittings; sitting += 1) {
      progress(`takeover: ${takeover.name}, ${sitting} of ${sittings}`);
      const took = [await measure(openMail, takeover), await measure(openRoutes, takeover)] as const;
      if (sitting === 0) continue;
      mails.push(took[0]);
      routes.push(took[1]);
    }
    data.push({ name: takeover.name, mailMs: median(mails), routeMs: median(routes) });
  }
  return {
    title: 'Time to the second service of a fail-over',
    columns: ['the first service', 'a mail', 'directions'],
    rows: data.map(({ name, mailMs, routeMs }) => [
      name,
      `${mailMs.toFixed(0)} ms`,
      `${routeMs.toFixed(0)} ms`,
    ]),
    data,
  };
}
