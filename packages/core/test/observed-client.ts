import type { EngineOptions } from '../src/driver/index.ts';
import {
  type ClientEvent,
  createServiceClient,
  defineOperation,
  noAuth,
  type Runtime,
} from '../src/index.ts';
import { createManualRuntime } from '../src/testing/index.ts';

export const getThing = defineOperation({
  name: 'thing.get',
  safety: 'read',
  encode: (id: string) => ({
    method: 'GET',
    path: `/things/${encodeURIComponent(id)}`,
    pathTemplate: '/things/{id}',
    query: { key: 'a-query' },
  }),
  decode: (answer) => answer.json(),
});

/** One status after the other; the last for all that follow. */
export const answers =
  (...statuses: number[]): Runtime['fetch'] =>
  async () =>
    new Response('{}', { status: (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200 });

/** A client of a made-up service, and all that it tells. */
export function open(fetch: Runtime['fetch'], options: EngineOptions = {}) {
  const events: ClientEvent[] = [];
  const runtime = createManualRuntime({ random: () => 0.5, fetch });
  const service = { name: 'acme', baseUrl: 'https://api.acme.test/v1/', auth: noAuth() };
  const client = createServiceClient(service, {
    runtime,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { client, runtime, events };
}
