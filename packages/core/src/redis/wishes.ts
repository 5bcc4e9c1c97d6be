import type { Lane } from '../limiter/limit-group.ts';
import { charge, type Turns } from '../limiter/scheduler.ts';
import type { Line } from '../limiter/wait-queue.ts';
import { goesFirst, type Waiter } from '../limiter/wait-queue.ts';

/** Calls of one lane and cost that follow each other in the order of starts. @internal */
export interface Wish {
  readonly lane: Lane;
  readonly cost: number;
  count: number;
}

/**
 * The first `most` who wait in some lanes, in the order in which they would start if all of it were granted; tenants one after the other,
 * beginning with the one at `round`. Between tenants it need not be exact: what is granted is for whoever is first when it comes.
 *
 * @internal
 */
export function wishesOf(turns: Turns, lanes: readonly Lane[], most: number, round: number): Wish[] {
  const credits = [...turns.credits];
  const classes = turns.classes.map(({ lines }) => alternating([...lines], lanes, round));
  const heads = classes.map((waiters) => waiters.next().value);
  const wishes: Wish[] = [];
  for (let asked = 0; asked < most; asked += 1) {
    const rich = heads.findIndex((head, level) => head !== undefined && (credits[level] ?? 0) > 0);
    const level = rich === -1 ? heads.findIndex((head) => head !== undefined) : rich;
    const waiter = heads[level];
    if (waiter === undefined) break;
    heads[level] = classes[level]?.next().value;
    charge(credits, level);
    const { lane } = waiter.queue;
    const last = wishes.at(-1);
    if (last?.lane === lane && last.cost === waiter.cost) last.count += 1;
    else wishes.push({ lane, cost: waiter.cost, count: 1 });
  }
  return wishes;
}

type Waiters = Generator<Waiter, undefined>;

function* alternating(lines: readonly Line[], lanes: readonly Lane[], round: number): Waiters {
  const start = lines.length > 0 ? round % lines.length : 0;
  const rows = [...lines.slice(start), ...lines.slice(0, start)].map((line) => oldestFirst(line, lanes));
  for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
    const waiter = row.next().value;
    if (waiter === undefined) continue;
    yield waiter;
    rows.push(row);
  }
  return undefined;
}

function* oldestFirst(line: Line, lanes: readonly Lane[]): Waiters {
  const heads = line.queues.filter(({ lane }) => lanes.includes(lane)).map(({ head }) => head);
  for (;;) {
    let first: Waiter | undefined;
    for (const head of heads)
      if (head !== undefined && (first === undefined || goesFirst(head, first))) first = head;
    if (first === undefined) return undefined;
    heads[heads.indexOf(first)] = first.next;
    yield first;
  }
}
