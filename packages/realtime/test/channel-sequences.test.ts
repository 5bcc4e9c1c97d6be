import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSequence, sequences } from './channel-sequences.ts';
import { connectTo, startService, until } from './realtime-fixtures.ts';

it('W5: client and server agree after any sequence of commands', async () => {
  await fc.assert(fc.asyncProperty(sequences(30), runSequence), { numRuns: 12, endOnFailure: true });
});

describe('the sequences of pusher-js’s integration suite', () => {
  const steps: Record<string, (channel: Steps) => Promise<void>> = {
    'sub-sub': async ({ sub }) => {
      sub();
      sub();
    },
    'sub-wait-sub': async ({ sub, wait }) => {
      sub();
      await wait();
      sub();
    },
    'sub-unsub-sub': async ({ sub, unsub }) => {
      sub();
      unsub();
      sub();
    },
    'sub-unsub-wait-sub': async ({ sub, unsub, rest }) => {
      sub();
      unsub();
      await rest();
      sub();
    },
    'sub-unsub': async ({ sub, unsub }) => {
      sub();
      unsub();
    },
    'sub-wait-unsub': async ({ sub, unsub, wait }) => {
      sub();
      await wait();
      unsub();
    },
    'sub-unsub-unsub': async ({ sub, unsub }) => {
      sub();
      unsub();
      unsub();
    },
  };

  interface Steps {
    sub(): void;
    unsub(): void;
    /** Until the service confirmed the subscription. */
    wait(): Promise<unknown>;
    /** Until the service has nothing left to do. */
    rest(): Promise<unknown>;
  }

  for (const prefix of ['', 'private-', 'presence-'])
    it.each(Object.entries(steps))(`${prefix}channel: %s`, async (name, run) => {
      const service = await startService();
      const { realtime, errors } = connectTo(service);
      await realtime.connect();
      const channel = `${prefix}orders`;
      const joined: ReturnType<typeof realtime.subscribe>[] = [];
      const seen: unknown[] = [];
      const activity: string[] = [];
      service.subscribe(({ kind }) => activity.push(kind));
      const marker = async () => {
        const other = realtime.subscribe(`marker-${activity.length}`);
        await other.subscribed();
        other.unsubscribe();
      };
      await run({
        sub: () => {
          const next = realtime.subscribe(channel);
          next.on('n', ({ data }) => seen.push(data));
          joined.push(next);
        },
        unsub: () => {
          for (const each of joined) each.unsubscribe();
        },
        wait: () => joined.at(-1)?.subscribed() ?? expect.fail('nothing was subscribed'),
        rest: async () => {
          await marker();
          await until(() => !service.channels().some((each) => each.name === channel));
        },
      });
      const isSubscribed = name.endsWith('-sub') && !name.endsWith('unsub');
      if (isSubscribed) await joined.at(-1)?.subscribed();
      else await until(() => !service.channels().some((each) => each.name === channel));
      await marker();
      service.publish({ channel, event: 'n', data: '1' });
      const active = joined.filter(({ state }) => state === 'subscribed').length;
      await until(() => seen.length === active);
      await marker();
      expect(service.channels().some((each) => each.name === channel)).toBe(isSubscribed);
      expect(seen).toHaveLength(isSubscribed ? active : 0);
      expect(active > 0).toBe(isSubscribed);
      expect(errors()).toEqual([]);
      expect(activity).not.toContain('subscription-refused');
    });
});
