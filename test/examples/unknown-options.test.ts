import { cachedCredential, createLimiter, createServiceClient, fromEnv, noAuth } from '@org/core';
import { createNodeTransport } from '@org/core/node';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { createRealtimeClient } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { buildTiles, embedded, loadEngine, startEngine } from '@org/routing/embedded';
import { openrouteservice } from '@org/routing/openrouteservice';
import { startRealtimeService, startSandbox } from '@org/sandbox';
import { describe, expect, it } from 'vitest';

const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
const driver = plunk({ apiKey: 'k' });
const app = { appId: '1', key: 'k', secret: 's' };
// As a program without types gives them.
const given = (options: object) => options as never;

const refused: readonly (readonly [string, () => unknown, string])[] = [
  ['timeout', () => createServiceClient(service, given({ timeout: 1 })), 'timeoutMs'],
  ['retries', () => createServiceClient(service, given({ retries: 3 })), 'retry'],
  ['maxRetries', () => createEmailClient(given({ driver, maxRetries: 3 })), 'retry'],
  ['attempts', () => createServiceClient(service, { retry: given({ attempts: 3 }) }), 'maxAttempts'],
  ['timeOutMs', () => createServiceClient(service, given({ timeOutMs: 1 })), 'timeoutMs'],
  ['limit', () => createLimiter(given({ limits: [], limit: [] })), 'limits'],
  ['key', () => plunk(given({ key: 'k' })), 'apiKey'],
  ['api_key', () => openrouteservice(given({ api_key: 'k' })), 'apiKey'],
  ['base_url', () => openrouteservice(given({ base_url: 'https://ors.example' })), 'baseUrl'],
  [
    'cach',
    () => createRoutingClient(given({ driver: openrouteservice({ apiKey: 'k' }), cach: {} })),
    'cache',
  ],
  ['treads', () => embedded(given({ tilesDirectory: '/tiles', treads: 2 })), 'threads'],
  [
    'maxConections',
    () => smtp({ host: 'mail.example', pool: given({ maxConections: 2 }) }),
    'maxConnections',
  ],
  ['timeout', () => createRealtimeServerClient(given({ ...app, cluster: 'eu', timeout: 1 })), 'timeoutMs'],
  ['serverName', () => createNodeTransport(given({ serverName: 'a' })), 'servername'],
  ['ttl', () => cachedCredential(fromEnv('A'), given({ ttl: 1 })), 'ttlMs'],
  ['pages', () => startSandbox(given({ pages: false })), 'page'],
];

describe('an unknown option is refused before anything is sent', () => {
  it.each(refused)('%s, with the name that was meant', async (name, create, meant) => {
    const error = await (async () => create())().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
    expect(String(error)).toContain(`has no option "${name}". Did you mean "${meant}"?`);
  });

  it('of a call as well', async () => {
    await using client = createServiceClient(service);
    const call = client.request({ method: 'GET', path: '/' }, given({ timeout: 1 }));
    await expect(call).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent' });
    const email = createEmailClient({ driver });
    const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
    await expect(email.send(message, given({ onLosy: 'allow' }))).rejects.toThrow(/Did you mean "onLossy"/);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['request', () => createServiceClient(service).request(given({ method: 'GET', path: '/', wrong: 1 }))],
    [
      'channels.list',
      () => createRealtimeServerClient({ ...app, cluster: 'eu' }).channels.list(given({ wrong: 1 })),
    ],
    ['buildTiles', () => buildTiles(given({ tilesDirectory: '/tiles', wrong: 1 }))],
    ['loadEngine', () => loadEngine(given({ tilesDirectory: '/tiles', wrong: 1 }))],
    ['startEngine', () => startEngine(given({ tilesDirectory: '/tiles', wrong: 1 }))],
    ['app', () => startRealtimeService({ app: given({ wrong: 1 }) })],
    ['apps', () => startRealtimeService({ apps: [given({ id: '2', key: 'k', secret: 's', wrong: 1 })] })],
    ['limits', () => startRealtimeService({ limits: given({ wrong: 1 }) })],
    ['rateLimit', () => startRealtimeService({ rateLimit: given({ limit: 1, windowMs: 1, wrong: 1 }) })],
  ])('of a request and of groups of options: %s', async (_of, call) => {
    await expect(call()).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('has no option "wrong". Known are '),
    });
  });

  it('of a client in a page too, which lists what there is', () => {
    const create = () => createRealtimeClient(given({ key: 'k', cluser: 'eu' }));
    expect(create).toThrow(/createRealtimeClient\(\) has no option "cluser"\. Known are .*cluster, /);
  });

  it('an option that is undefined is none, and a name of no near relative lists what there is', () => {
    expect(() => createLimiter(given({ limits: [], colour: undefined }))).not.toThrow();
    expect(() => createLimiter(given({ limits: [], colour: 1 }))).toThrow(/Known are limits, groups, /);
  });
});
