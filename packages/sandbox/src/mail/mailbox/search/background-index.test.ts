import { expect, it } from 'vitest';
import { createMailbox } from '../mailbox.ts';
import { createBackgroundIndex } from './background-index.ts';

it('reports a message that cannot be indexed, and goes on with the others', async () => {
  const failures: unknown[] = [];
  const asked: string[] = [];
  const error = new Error('no message');
  const index = createBackgroundIndex(
    (id) => {
      asked.push(id);
      if (id === 'bad') throw error;
      return undefined;
    },
    (...failure) => failures.push(failure),
  );
  const messages = ['bad', 'good'].map((id) => ({ id })) as unknown as Parameters<typeof index.add>[0];
  index.add(messages);
  await expect.poll(() => index.waiting).toBe(0);
  expect(asked).toEqual(['bad', 'good']);
  expect(failures).toEqual([['The index of the mail', error]]);
  index.close();
});

it('keeps up with a burst: at most 1000 messages wait for the next search', () => {
  const mailbox = createMailbox({ now: () => 0 });
  const raw = new TextEncoder().encode('Subject: Hi\r\n\r\nHello');
  for (let at = 0; at < 3000; at += 1) {
    mailbox.put({ id: `m${at}`, via: 'smtp', envelope: { from: '', to: [] }, raw });
    expect(mailbox.unindexed).toBe(Math.min(at + 1, 1000));
  }
  mailbox.close();
});

it('does not index a folder of mail at once, and catches up with each arrival', () => {
  const indexed: string[] = [];
  const index = createBackgroundIndex(
    (id) => void indexed.push(id),
    () => {},
  );
  const messages = Array.from({ length: 5000 }, (_, at) => ({ id: `m${at}` }));
  index.add(messages as unknown as Parameters<typeof index.add>[0]);
  expect(indexed).toEqual(['m0', 'm1']);
  index.close();
});
