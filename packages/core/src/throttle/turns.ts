import type { Lane } from './lane.ts';
import { priorities } from './lane.ts';
import { goesFirst, isTooLate, type Waiter } from './queue.ts';

// Starts of each class in a round when all three wait: the lower ones are slowed, never starved.
const shares = [4, 2, 1] as const;

/**
 * Whose turn it is. Classes share 4 : 2 : 1; within a class the oldest goes first, over all groups. A group whose own limit is used up
 * steps aside for the others; a limit that is common to all holds everybody, so that a large cost cannot be overtaken for ever.
 *
 * @internal
 */
export class Turns {
  readonly #lanes: readonly Lane[];
  readonly #credits: number[] = [...shares];
  /** When the calls that had to step aside in the last {@link next} may go. */
  wakeAt = Number.POSITIVE_INFINITY;
  /** A call that stepped aside in the last {@link next} and will surely not start in time. */
  late: Waiter | undefined;
  /** When it could start at the earliest. */
  lateAt = Number.POSITIVE_INFINITY;

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
  }

  /** The next waiter whose group lets it pass; the common limits are not asked. */
  next(now: number): Waiter | undefined {
    this.wakeAt = Number.POSITIVE_INFINITY;
    this.late = undefined;
    let withoutCredit: Waiter | undefined;
    for (let level = 0; level < priorities.length; level += 1) {
      const waiter = this.#oldest(level, now);
      if (waiter === undefined) continue;
      if ((this.#credits[level] ?? 0) > 0) return waiter;
      withoutCredit ??= waiter;
    }
    return withoutCredit;
  }

  /** Counts the start of one of this level; a level that has used its share begins a new round for all. */
  charge(level: number): void {
    if ((this.#credits[level] ?? 0) === 0)
      for (let index = 0; index < shares.length; index += 1) this.#credits[index] = shares[index] ?? 0;
    this.#credits[level] = (this.#credits[level] ?? 0) - 1;
  }

  #oldest(level: number, now: number): Waiter | undefined {
    let best: Waiter | undefined;
    for (const lane of this.#lanes) {
      const head = lane.queues[level]?.head;
      if (head === undefined || (best !== undefined && !goesFirst(head, best))) continue;
      const at = lane.own === undefined ? now : lane.own.earliest(head.cost, now);
      if (at <= now) best = head;
      else {
        this.wakeAt = Math.min(this.wakeAt, at);
        if (isTooLate(head, at, now)) {
          this.late = head;
          this.lateAt = at;
        }
      }
    }
    return best;
  }
}
