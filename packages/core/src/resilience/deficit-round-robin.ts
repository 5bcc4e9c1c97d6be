import type { Fairness, TenantSchedule } from '../limits/fairness.ts';
import { meantOption } from '../options/meant-option.ts';
import { wholeNumberOption } from '../options/numbers.ts';
import { ownCopy } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { FairQueue } from './fair-queue.ts';

const deficitRoundRobinNames: OptionNames<DeficitRoundRobinOptions> = { weights: 0 };

/** Options of `deficitRoundRobin()`. @public */
export interface DeficitRoundRobinOptions {
  /**
   * Weights by tenant, whole numbers. While both wait, a tenant with weight 3 gets three times the share of a
   * tenant with weight 1.
   *
   * @defaultValue 1 for every tenant
   */
  readonly weights?: Readonly<Record<string, number>> | undefined;
}

/**
 * Fair queueing by deficit round robin. In each round, every waiting tenant may start calls up to a cost of
 * its weight; a rest that is too small for its next call is kept for the next round. A busy tenant delays
 * only itself. The order is deterministic. @public
 *
 * @example
 * ```ts
 * const fairness = deficitRoundRobin({ weights: { gold: 3 } });
 * const limiter = createLimiter({ limits: [perMinute(1_000)], fairness });
 * ```
 *
 * Source: M. Shreedhar, G. Varghese, "Efficient Fair Queuing Using Deficit Round-Robin", IEEE/ACM
 * Transactions on Networking 4 (1996).
 *
 * @throws ConfigurationError for a weight that is not a whole number of at least 1.
 */
export function deficitRoundRobin(options: DeficitRoundRobinOptions = {}): Fairness {
  refuseUnknown(options, deficitRoundRobinNames, 'deficitRoundRobin()', meantOption);
  const weights = new Map<string, number>();
  for (const [tenant, weight] of Object.entries(ownCopy(options).weights ?? {}))
    weights.set(tenant, wholeNumberOption(`The weight of "${tenant}"`, weight, 1, 1));
  const createSchedule = () => new DeficitSchedule(weights);
  return {
    createSchedule,
    openQueue: (level) => new FairQueue(level, createSchedule()),
  };
}

/** A waiting tenant, in the ring of all waiting tenants. */
class Share {
  readonly tenant: string;
  readonly weight: number;
  /** The cost that the tenant may start. */
  deficit = 0;
  /** Whether this round's weight is already in the deficit. */
  isGranted = false;
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
  /** The tenant whose turn it is. */
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
      const saving: Share[] = [];
      /** Rounds until the first tenant has saved the cost of its call. */
      let rounds = Infinity;
      for (let visited = 0; visited < this.#shares.size; visited += 1) {
        const cost = costOf(share.tenant);
        if (cost !== undefined) {
          if (!share.isGranted) share.deficit += share.weight;
          share.isGranted = true;
          if (share.deficit >= cost) {
            this.#first = share;
            return share.tenant;
          }
          rounds = Math.min(rounds, Math.ceil((cost - share.deficit) / share.weight));
          saving.push(share);
        }
        share.isGranted = false;
        share = share.next;
      }
      if (saving.length === 0) return undefined;
      // All rounds but the last in one step: a call may cost a million times the weight.
      for (const waiting of saving) waiting.deficit += (rounds - 1) * waiting.weight;
    }
    return undefined;
  }

  charge(tenant: string, cost: number): void {
    const share = this.#shares.get(tenant);
    if (share !== undefined) share.deficit -= cost;
  }
}
