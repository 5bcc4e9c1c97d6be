// One run of sendEach with a journal, which the test ends with kill -9.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineOperation, noAuth } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { createEmailClient, defineEmailDriver, type PreparedMessage } from '@org/email';
import { fileJournal } from '@org/email/journal';
import { batchCapabilities } from '../batch-stage.ts';

const [, , baseUrl = '', path = '', count = '0', keys = 'none'] = process.argv;
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
const service = { name: 'counter', baseUrl, auth: noAuth() };
const { batch: _, ...capabilities } = {
  ...batchCapabilities,
  idempotency: hasKeys ? 'replay' : 'none',
} as const;
const driver = defineEmailDriver(httpDriver({ service, operations: { send }, capabilities }));
const email = createEmailClient({ driver, retry: false });

function* messages() {
  for (let index = 0; index < Number(count); index += 1)
    yield { from: 'ann@acme.dev', to: `to-${index}@x.dev`, subject: 'Hi', text: 'Hi' };
}

const unknown: number[] = [];
let failed = 0;
const journal = fileJournal(path, { durability: 'process' });
for await (const outcome of email.sendEach(messages(), { journal })) {
  if (outcome.ok) continue;
  if (outcome.error.outcome === 'unknown') unknown.push(outcome.index);
  else failed += 1;
}
await sleep(0);
process.stdout.write(JSON.stringify({ unknown, failed }));
