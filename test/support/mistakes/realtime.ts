import type { Mistake } from './mistake.ts';

const realtime = (fields: string) => `createRealtimeClient({ ${fields} });`;

/** What users of pusher-js write first. */
export const realtimeMistakes: readonly Mistake[] = [
  {
    wrong: `channel.bind('paid', () => {});`,
    right: `channel.on('paid', () => {});`,
    field: 'bind',
    cure: 'on(event, listener)',
  },
  {
    wrong: `realtime.bind('state_change', () => {});`,
    right: `realtime.on('state', () => {});`,
    field: 'bind',
    cure: 'on(type, listener)',
  },
  {
    wrong: realtime(`key: 'k', cluster: 'eu', secret: 's'`),
    right: `createRealtimeServerClient({ appId: '1', key: 'k', cluster: 'eu', secret: 's' });`,
    field: 'secret',
    cure: 'createRealtimeServerClient of @org/realtime/server',
  },
  {
    wrong: realtime(`appKey: 'k', cluster: 'eu'`),
    right: realtime(`key: 'k', cluster: 'eu'`),
    field: 'appKey',
    cure: '`key`',
  },
  {
    wrong: realtime(`key: 'k', wsHost: 'ws.acme.dev'`),
    right: realtime(`key: 'k', host: 'ws.acme.dev'`),
    field: 'wsHost',
    cure: '`host`',
  },
  {
    wrong: realtime(`key: 'k', host: 'ws.acme.dev', forceTLS: true`),
    right: realtime(`key: 'k', host: 'ws.acme.dev', useTls: true`),
    field: 'forceTLS',
    cure: '`useTls`',
  },
  {
    wrong: realtime(`key: 'k', cluster: 'eu', authEndpoint: '/auth'`),
    right: realtime(`key: 'k', cluster: 'eu', authorize: httpAuthorizer({ endpoint: '/auth' })`),
    field: 'authEndpoint',
    cure: 'authorize: httpAuthorizer({ endpoint })',
  },
  {
    wrong: realtime(`key: 'k', cluster: 'eu', channelAuthorization: { endpoint: '/auth' }`),
    right: realtime(`key: 'k', cluster: 'eu', authorize: httpAuthorizer({ endpoint: '/auth' })`),
    field: 'channelAuthorization',
    cure: 'authorize: httpAuthorizer({ endpoint })',
  },
  {
    wrong: realtime(`key: 'k', cluster: 'eu', host: 'ws.acme.dev'`),
    right: realtime(`key: 'k', cluster: 'eu'`),
    field: 'host',
    cure: 'not both',
  },
];
