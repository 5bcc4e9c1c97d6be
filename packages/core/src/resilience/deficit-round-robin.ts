import type { Fairness, TenantSchedule } from '../limiter/fairness.ts';
import { wholeNumber } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';

/** What `deficitRoundRobin()` takes. @public */
export interface DeficitRoundRobinOptions {
  /** Shares of single tenants: one with 3 gets three times what one with 1 gets, while both wait. Whole numbers; 1 unless told. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

/**
 * Tenants take turns: in each round every tenant that waits may start calls of a cost up to its weight, and what is too little for its
 * next call is kept for the round after. Who sends much delays only itself. No chance is involved: the same calls start in the same order.
 *
 * @example
 * ```ts
 * const limiter = createLimiter({ limits: [perMinute(1_000)], fairness: deficitRoundRobin({ weights: { gold: 3 } }) });
 * ```
 *
 * Source: M. Shreedhar, G. Varghese, "Efficient Fair Queuing Using Deficit Round-Robin", IEEE/ACM Transactions on Networking 4 (1996).
 *
 * @throws ConfigurationError for a weight that is not a whole number of at least 1.
 * @public
 */
export function deficitRoundRobin(options: DeficitRoundRobinOptions = {}): Fairness {
  const weights = new Map<string, number>();
  for (const [tenant, weight] of Object.entries(ownCopy(options).weights ?? {}))
    weights.set(tenant, wholeNumber(`The weight of "${tenant}"`, weight, 1, 1));
  return { createSchedule: () => new DeficitSchedule(weights) };
}

/** One of those who wait, in the ring of all. */
class Share {
  readonly tenant: string;
  readonly weight: number;
  /** What it may start yet. */
  deficit = 0;
  /** Has it got its weight of this round? */
  granted = false;
  next: Share = this;
  previous: Share = this;

  constructor(tenant: string, weight: number) {
    this.tenant = tenant;
    this.weight = weight;
  }
}

class DeficitSchedule implements TenantSchedule {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #shares = new Map<string, Share>();
  /** Whose turn it is. */
  #first: Share | undefined;

  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights;
  }

  enter(tenant: string): void {
    const share = new Share(tenant, this.#weights.get(tenant) ?? 1);
    this.#shares.set(tenant, share);
    const next = this.#first ?? share;
    this.#first = next;
    share.next = next;
    share.previous = next.previous;
    next.previous.next = share;
    next.previous = share;
  }

  leave(tenant: string): void {
    const share = this.#shares.get(tenant);
    if (share === undefined) return;
    this.#shares.delete(tenant);
    share.previous.next = share.next;
    share.next.previous = share.previous;
    if (this.#first === share) this.#first = share.next === share ? undefined : share.next;
  }

  next(costOf: (tenant: string) => number | undefined): string | undefined {
    for (let share = this.#first; share !== undefined; ) {
      const open: Share[] = [];
      /** So many rounds pass until the first has saved up for its call. */
      let rounds = Number.POSITIVE_INFINITY;
      for (let visited = 0; visited < this.#shares.size; visited += 1) {
        const cost = costOf(share.tenant);
        if (cost !== undefined) {
          if (!share.granted) share.deficit += share.weight;
          share.granted = true;
          if (share.deficit >= cost) {
            this.#first = share;
            return share.tenant;
          }
          rounds = Math.min(rounds, Math.ceil((cost - share.deficit) / share.weight));
          open.push(share);
        }
        share.granted = false;
        share = share.next;
      }
      if (open.length === 0) return undefined;
      // All but the last of them at once: a call may cost a million times a weight.
      for (const saving of open) saving.deficit += (rounds - 1) * saving.weight;
    }
    return undefined;
  }

  charge(tenant: string, cost: number): void {
    const share = this.#shares.get(tenant);
    if (share !== undefined) share.deficit -= cost;
  }
}
