import { expect, it } from 'vitest';
import { readRateHeaders } from '../headers/index.ts';
import {
  type ClientEvent,
  defineComposite,
  noAuth,
  type OperationContext,
  type ServiceResponse,
} from '../index.ts';
import { createServiceClient } from './client.ts';

it('a refused operation of several requests has a start and an end', async () => {
  const events: ClientEvent[] = [];
  const service = { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth() };
  const client = createServiceClient(service, { onEvent: (event) => events.push(event) });
  const copyAll = defineComposite({ name: 'things.copy', safety: 'unsafe', run: async () => 'copied' });
  const copying = client.execute(copyAll, undefined);
  await expect(copying).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
  expect(events).toMatchObject([
    { type: 'operation-start', operation: 'things.copy' },
    { type: 'operation-end', operation: 'things.copy', errorCode: 'unsupported', outcome: 'not-sent' },
  ]);
});

it.each([
  { readRates: undefined, expected: [] },
  {
    readRates: ({ headers }: ServiceResponse, clock: OperationContext) => readRateHeaders(headers, clock),
    expected: [{ type: 'quota-reported', limit: 1_000, remaining: 7 }],
  },
])('rate headers are read by the reader that the definition names', async ({ readRates, expected }) => {
  const events: ClientEvent[] = [];
  const headers = { 'x-ratelimit-limit-day': '1000', 'x-ratelimit-remaining-day': '7' };
  const client = createServiceClient(
    { name: 'acme', baseUrl: 'https://acme.example', auth: noAuth(), readRates },
    {
      runtime: { fetch: async () => Response.json({}, { headers }) },
      onEvent: (event) => event.type === 'quota-reported' && events.push(event),
    },
  );
  await client.request({ method: 'GET', path: '/things' });
  expect(events).toMatchObject(expected);
});
