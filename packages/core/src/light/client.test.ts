import { expect, it } from 'vitest';
import { type ClientEvent, defineComposite, noAuth } from '../index.ts';
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
