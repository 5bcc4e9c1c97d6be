import { once } from 'node:events';
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { plunk } from '../../packages/email/src/drivers/plunk/index.ts';
import { createEmailClient } from '../../packages/email/src/index.ts';
import { openrouteservice } from '../../packages/routing/src/drivers/openrouteservice/index.ts';
import { createRoutingClient } from '../../packages/routing/src/index.ts';

/** The source files of which a warm call executed a function, with the count of these functions, by call. */
export type TouchedFiles = Readonly<Record<string, Readonly<Record<string, number>>>>;

const warmUps = 5;
const packages = new URL('../../packages/', import.meta.url).href;

const responses: Readonly<Record<string, unknown>> = {
  '/v1/send': {
    success: true,
    data: {
      emails: [{ contact: { id: 'c1', email: 'bob@example.com' }, email: 'm1' }],
      timestamp: '2026-01-01T00:00:00Z',
    },
  },
  '/v2/matrix/driving-car': {
    durations: [
      [0, 60],
      [60, 0],
    ],
    distances: [
      [0, 900],
      [900, 0],
    ],
    sources: [{ location: [8.681, 49.414] }, { location: [8.687, 49.42] }],
    destinations: [{ location: [8.681, 49.414] }, { location: [8.687, 49.42] }],
    metadata: { attribution: 'openrouteservice.org' },
  },
};

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-ratelimit-limit', '1000');
    response.setHeader('x-ratelimit-remaining', '990');
    response.end(JSON.stringify(responses[request.url ?? '']));
  });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const email = createEmailClient({ driver: plunk({ apiKey: 'sk_bench', baseUrl }) });
const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'bench', baseUrl }) });
const places = [
  [8.681, 49.414],
  [8.687, 49.42],
] as const;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const touched: TouchedFiles = {
  'email.send': await filesOf(() =>
    email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' }),
  ),
  'routing.matrix': await filesOf(() =>
    routing.matrix({ profile: 'driving', origins: places, destinations: places }),
  ),
};
process.send?.(touched, () => process.exit());

/**
 * The files of the packages in which a function ran during one call, after a few calls that load and learn.
 */
async function filesOf(call: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  for (let count = 0; count < warmUps; count += 1) await call();
  // Taking the coverage sets the counts to zero.
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = result
    .filter(({ url }) => url.startsWith(packages) && url.includes('/src/'))
    .map(({ url, functions }) => {
      const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
      return [url.slice(packages.length), ran.length] as const;
    })
    .filter(([, functions]) => functions > 0);
  return Object.fromEntries(counts.sort());
}
