import { expect, it } from 'vitest';
import { createFailureLog } from '../../failures.ts';
import { createFaultTable } from '../../faults/fault-table.ts';
import { createCachedEventTable } from '../../state/cached-event-table.ts';
import { createMailbox } from '../mailbox/mailbox.ts';
import { createMailOutcomes } from '../service/outcomes.ts';
import { createMailStore } from './mail-store.ts';
import { createOutbox } from './outbox.ts';

const submissionOf = (id: string, sendAt: number) => ({
  id,
  from: { name: '', address: 'ann@acme.dev' },
  to: [{ name: '', address: 'bob@example.com' }],
  subject: 'Later',
  text: 'Hi',
  labels: { service: 'resend' },
  sendAt,
});

function openStore() {
  const failures = createFailureLog();
  const mailbox = createMailbox({ now: Date.now });
  const limits = { maxMessageBytes: 1e6, maxRecipients: 10 };
  const { inBackground } = failures;
  const tables = { faults: createFaultTable(), cachedEvents: createCachedEventTable() };
  const parts = { mailbox, ...tables, refuseSender: () => undefined, inBackground };
  const store = createMailStore({ ...parts, ...limits, now: Date.now });
  return { store, failures, outcomes: createMailOutcomes(store) };
}

it('scheduled mail whose delivery fails is failed, not delivered, until a start delivers it', async () => {
  const { store, failures, outcomes } = openStore();
  const sent: string[] = [];
  const onSent = ({ id }: { readonly id: string }) => void sent.push(id);
  const outbox = createOutbox(store, onSent);
  const stop = store.mailbox.keep(() => {
    throw new Error('The disk is full.');
  });
  outbox.submit([submissionOf('m1', Date.now() + 20)]);
  expect(outcomes.of('m1')).toMatchObject([{ state: 'scheduled' }]);
  await expect.poll(() => failures.list().map(({ message }) => message)).toEqual(['The disk is full.']);
  expect(outcomes.of('m1')).toMatchObject([
    {
      recipient: 'bob@example.com',
      state: 'failed',
      reason: expect.stringContaining('failed: The disk is full.'),
    },
  ]);
  expect([store.mailbox.list(), sent, outcomes.undelivered().length]).toEqual([[], [], 1]);
  stop();
  outbox.close();
  const next = createOutbox(store, onSent);
  next.start();
  await expect.poll(() => outcomes.of('m1')).toMatchObject([{ state: 'delivered' }]);
  expect([store.mailbox.list().length, sent, outcomes.undelivered()]).toEqual([1, ['m1'], []]);
  next.close();
});
