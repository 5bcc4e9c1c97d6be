// One run with a journal, of sendEach or of batches of ten, which the test ends with kill -9.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineOperation, noAuth } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { createEmailClient, defineEmailDriver } from '@org/email';
import type { PreparedMessage } from '@org/email/driver';
import { fileJournal } from '@org/email/journal';
import { batchCapabilities } from '../batch-stage.ts';

const [, , baseUrl = '', path = '', count = '0', keys = 'none', mode = 'each'] = process.argv;
const hasKeys = keys === 'replay';

const send = defineOperation({
  name: 'send',
  safety: hasKeys ? 'keyed' : 'unsafe',
  encode: ({ to }: PreparedMessage, { idempotencyKey }) => ({
    method: 'POST',
    path: '/send',
    json: { to: to[0]?.address, key: idempotencyKey },
  }),
  decode: (_, { to }) => ({
    outcomes: to.map(({ address }) => ({ recipient: address, status: 'accepted' as const })),
  }),
});
const sendBatch = defineOperation({
  name: 'send.batch',
  safety: hasKeys ? 'keyed' : 'unsafe',
  encode: (messages: readonly PreparedMessage[], { idempotencyKey }) => ({
    method: 'POST',
    path: '/send',
    json: { to: messages.map(({ to }) => to[0]?.address), key: idempotencyKey },
  }),
  decode: (_, messages) =>
    messages.map(({ to }) => ({
      outcomes: to.map(({ address }) => ({ recipient: address, status: 'accepted' as const })),
    })),
});
const service = { name: 'counter', baseUrl, auth: noAuth() };
const capabilities = { ...batchCapabilities, batch: 10, idempotency: hasKeys ? 'replay' : 'none' } as const;
const operations = { send, 'send.batch': sendBatch };
const driver = defineEmailDriver(httpDriver({ service, operations, capabilities }), {
  batchKey: () => 'all',
});
const email = createEmailClient({ driver, retry: false });

function* messages() {
  for (let index = 0; index < Number(count); index += 1)
    yield { from: 'ann@acme.dev', to: `to-${index}@x.dev`, subject: 'Hi', text: 'Hi' };
}

const unknown: number[] = [];
let failed = 0;
const journal = fileJournal(path, { durability: mode === 'each' ? 'process' : 'disk' });
const outcomes =
  mode === 'each'
    ? email.sendEach(messages(), { journal })
    : await email.sendBatch([...messages()], { journal, firstIndex: 0, concurrency: 2 });
for await (const outcome of outcomes) {
  if (outcome.ok) continue;
  if (outcome.error.outcome === 'unknown') unknown.push(outcome.index);
  else failed += 1;
}
await sleep(0);
process.stdout.write(JSON.stringify({ unknown, failed }));
