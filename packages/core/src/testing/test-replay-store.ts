import { optionKinds, requireArgument } from '../options/option-kinds.ts';
import { sleep } from '../time/runtime.ts';
import type { ReplayStore } from '../webhooks/replay-store.ts';

/** The required parts of a test framework; vitest, jest and bun have them. @public */
export interface StoreTestFramework {
  describe(name: string, define: () => void): unknown;
  it(name: string, run: () => Promise<void>): unknown;
  expect(value: unknown): { toEqual(expected: unknown): void };
}

/** A replay store under test, opened for one test. @public */
export interface ReplayStoreHarness {
  readonly store: ReplayStore;
  /** Closes what was opened for the test. */
  close?(): void | Promise<void>;
}

type StoreTest = (store: ReplayStore, expect: StoreTestFramework['expect']) => Promise<void>;

// Leases that a test waits for are short, all others outlast it.
const longMs = 600_000;
const shortMs = 50;
const untilExpired = () => sleep(4 * shortMs);

const tests: readonly (readonly [title: string, run: StoreTest])[] = [
  [
    'gives a webhook to one of many owners at once, and to that one again',
    async (store, expect) => {
      const owners = Array.from({ length: 20 }, (_, index) => `owner-${index}`);
      const claims = await Promise.all(owners.map((owner) => store.claim('w', owner, longMs)));
      expect(claims.filter((claim) => claim === 'claimed').length).toEqual(1);
      expect(claims.filter((claim) => claim === 'running').length).toEqual(19);
      const holder = owners[claims.indexOf('claimed')] ?? '';
      expect([await store.claim('w', holder, longMs), await store.claim('v', 'b', longMs)]).toEqual([
        'claimed',
        'claimed',
      ]);
    },
  ],
  [
    'remembers a handled webhook, for its owner too, until its time ends',
    async (store, expect) => {
      await store.claim('w', 'a', shortMs);
      await store.settle('w', 'a', longMs);
      await untilExpired();
      expect([await store.claim('w', 'a', longMs), await store.claim('w', 'b', longMs)]).toEqual([
        'handled',
        'handled',
      ]);
      await store.claim('v', 'a', longMs);
      await store.settle('v', 'a', shortMs);
      await untilExpired();
      expect(await store.claim('v', 'b', longMs)).toEqual('claimed');
    },
  ],
  [
    'forgets a released webhook',
    async (store, expect) => {
      await store.claim('w', 'a', longMs);
      await store.release('w', 'a');
      expect([await store.renew('w', 'a', longMs), await store.claim('w', 'b', longMs)]).toEqual([
        false,
        'claimed',
      ]);
    },
  ],
  [
    'renews a lease from now',
    async (store, expect) => {
      await store.claim('w', 'a', shortMs);
      await store.claim('v', 'a', longMs);
      expect(await store.renew('v', 'a', shortMs)).toEqual(true);
      await store.claim('v', 'a', longMs);
      await untilExpired();
      expect([await store.renew('w', 'a', longMs), await store.renew('v', 'a', longMs)]).toEqual([
        false,
        true,
      ]);
      expect([await store.claim('w', 'b', longMs), await store.claim('v', 'b', longMs)]).toEqual([
        'claimed',
        'running',
      ]);
    },
  ],
  [
    'an owner whose lease ended does not renew, release or settle the claim of the next',
    async (store, expect) => {
      await store.claim('w', 'a', shortMs);
      await untilExpired();
      expect(await store.claim('w', 'b', longMs)).toEqual('claimed');
      expect(await store.renew('w', 'a', longMs)).toEqual(false);
      await store.settle('w', 'a', longMs);
      await store.release('w', 'a');
      expect([await store.claim('w', 'c', longMs), await store.renew('w', 'b', longMs)]).toEqual([
        'running',
        true,
      ]);
      await store.settle('w', 'b', longMs);
      await store.settle('w', 'a', shortMs);
      await store.release('w', 'a');
      await store.release('w', 'b');
      await untilExpired();
      expect(await store.claim('w', 'c', longMs)).toEqual('handled');
    },
  ],
  [
    'an owner whose lease ended settles a webhook that nobody has: it was handled',
    async (store, expect) => {
      await store.claim('w', 'a', shortMs);
      await untilExpired();
      await store.settle('w', 'a', longMs);
      expect(await store.claim('w', 'b', longMs)).toEqual('handled');
    },
  ],
  [
    'takes ids of any length and characters, and words of its own as owners',
    async (store, expect) => {
      const ids = ['', ' ', '{a}', "';--", 'é€\u{1f600}\n\0', 'x'.repeat(20_000), `${'x'.repeat(20_000)}y`];
      for (const id of ids) expect(await store.claim(id, 'handled', longMs)).toEqual('claimed');
      for (const id of ids) expect(await store.claim(id, 'running', longMs)).toEqual('running');
    },
  ],
];

/**
 * The contract of replay stores. `open` opens an empty store for each test, or one with a new prefix. @public
 *
 * @example
 * testReplayStore({ describe, it, expect }, 'my table', () => ({ store }));
 */
export function testReplayStore(
  framework: StoreTestFramework,
  name: string,
  open: () => ReplayStoreHarness | Promise<ReplayStoreHarness>,
): void {
  const { describe, it, expect } = Object(framework) as StoreTestFramework;
  requireArgument('describe', describe, optionKinds.function);
  describe(`${name}: the contract of replay stores`, () => {
    for (const [title, run] of tests)
      it(title, async () => {
        const harness = await open();
        try {
          await run(harness.store, expect);
        } finally {
          await harness.close?.();
        }
      });
  });
}
