import { expect, it } from 'vitest';
import { createCachedEventTable } from '../../src/cached-events.ts';
import { createFaultTable } from '../../src/faults/fault-table.ts';
import { createMailbox } from '../../src/mail/mailbox/mailbox.ts';
import { createMailStore } from '../../src/mail/store/mail-store.ts';
import { ownRows } from '../../src/mail/store/own-rows.ts';

it('rows that are dropped are a failure, and those of a kind with few rows stay', () => {
  const failures: [task: string, error: unknown][] = [];
  const store = createMailStore({
    ...{ mailbox: createMailbox({ now: () => 0 }), refuseSender: () => undefined, now: () => 0 },
    ...{ faults: createFaultTable(), cachedEvents: createCachedEventTable() },
    ...{ maxMessageBytes: 1e6, maxRecipients: 10 },
    inBackground: (task, run) => {
      try {
        run();
      } catch (error) {
        failures.push([task, error]);
      }
    },
  });
  const domains = ownRows(store, 'resend domains');
  const keys = ownRows(store, 'plunk keys');
  const { id } = domains.add({ own: { name: 'acme.dev' } });
  for (let at = 1; at < 100_000; at += 1) keys.add({ own: {} }, `k${at}`);
  expect(failures).toEqual([]);
  for (const key of ['new', 'newer']) keys.add({ own: {} }, key);
  expect(domains.get(id)?.own).toEqual({ name: 'acme.dev' });
  expect([keys.get('k1'), keys.get('k2'), keys.get('k3')?.id]).toEqual([undefined, undefined, 'k3']);
  expect(failures).toEqual([['Keeping all rows of "plunk keys"', expect.any(RangeError)]]);
});
