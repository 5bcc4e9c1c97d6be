// The routes of all doors, read from the doors and from the sources, so that a new one is tried too.
import { readdirSync, readFileSync } from 'node:fs';
import { createCachedEventTable } from '../../src/cached-events.ts';
import { createFailureLog } from '../../src/failures.ts';
import { createFaultTable } from '../../src/faults/fault-table.ts';
import type { Door } from '../../src/mail/kit/door.ts';
import { createMailbox } from '../../src/mail/mailbox/mailbox.ts';
import { doors } from '../../src/mail/providers/all.ts';
import { createMailStore } from '../../src/mail/store/mail-store.ts';
import { createOutbox } from '../../src/mail/store/outbox.ts';

/** A route of one server of the sandbox. */
export interface FuzzRoute {
  readonly server: 'mail' | 'page' | 'realtime' | 'routing';
  readonly method: string;
  /** With `:name` parts. */
  readonly path: string;
  /** Of a mail service. */
  readonly door?: Door;
}

function routesOfDoors(): readonly FuzzRoute[] {
  const { now } = Date;
  const { inBackground } = createFailureLog();
  const limits = { maxMessageBytes: 1e6, maxRecipients: 100 };
  const parts = {
    mailbox: createMailbox({ now }),
    faults: createFaultTable(),
    cachedEvents: createCachedEventTable(),
    refuseSender: () => undefined,
  };
  const store = createMailStore({ ...parts, ...limits, inBackground, now });
  const keys = { key: 'k', publicKey: 'p', webhookSecret: 's', isIncoming: () => true };
  const context = { store, outbox: createOutbox(store, () => {}), ...keys, url: () => 'http://127.0.0.1' };
  return doors.flatMap((door) =>
    door.routes(context).map(({ method, pattern }) => ({
      server: 'mail' as const,
      method,
      path: `/${door.name}${pattern}`,
      door,
    })),
  );
}

/** The routes that stand as `route('GET', '/path'` in the sources of a folder. */
function routesOfSources(folder: string): readonly FuzzRoute[] {
  const root = new URL(`../../src/${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, root), 'utf8').matchAll(/\broute\(\s*'([A-Z]+)',\s*'(\/[^']*)'/g),
    ])
    .map(([, method = '', path = '']) => ({ server: 'page' as const, method, path }))
    .filter(({ path }) => path !== '/api/live' && path !== '/api/messages/wait'); // they wait
}

const rest = ['GET /events', 'POST /events', 'POST /batch_events', 'GET /channels', 'GET /channels/:id'];
const realtime = [...rest, 'GET /channels/:id/users', 'POST /users/:id/terminate_connections'].map((line) => {
  const [method = '', path = ''] = line.split(' ');
  return { server: 'realtime' as const, method, path: `/apps/1${path}` };
});

const routing = [
  ...['/route', '/isochrone', '/sources_to_targets', '/locate', '/height', '/trace_route', '/status'],
  ...[
    '/optimized_route',
    '/ors/v2/directions/driving-car',
    '/ors/v2/matrix/driving-car',
    '/ors/optimization',
  ],
  ...[
    '/ors/v2/isochrones/driving-car',
    '/ors/v2/snap/driving-car',
    '/ors/geocode/search',
    '/ors/elevation/line',
  ],
  ...['/osrm/route/v1/driving/:id', '/osrm/table/v1/driving/:id', '/osrm/nearest/v1/driving/:id'],
  ...['/graphhopper/route', '/graphhopper/matrix', '/graphhopper/vrp', '/graphhopper/isochrone'],
].flatMap((path) => ['GET', 'POST'].map((method) => ({ server: 'routing' as const, method, path })));

/** All of them. */
export const routes: readonly FuzzRoute[] = [
  ...routesOfDoors(),
  ...routesOfSources('page'),
  ...routesOfSources('mail/mailpit'),
  ...realtime,
  ...routing,
];
