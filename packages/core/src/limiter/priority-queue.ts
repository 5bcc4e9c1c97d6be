import type { TenantSchedule } from './fairness.ts';
import type { Lane } from './limit-group.ts';
import type { Waiter } from './wait-queue.ts';
import { Line } from './wait-queue.ts';

const everybody = '';

/** Those who wait in one priority: one line for everybody, or a line for each tenant that waits and a schedule of their turns. @internal */
export class PriorityClass {
  readonly #level: number;
  readonly #lanes: readonly Lane[];
  readonly #schedule: TenantSchedule | undefined;
  readonly #lines = new Map<string, Line>();
  /** Everybody's, where tenants do not count. */
  readonly #shared: Line | undefined;

  constructor(level: number, lanes: readonly Lane[], schedule: TenantSchedule | undefined) {
    this.#level = level;
    this.#lanes = lanes;
    this.#schedule = schedule;
    if (schedule !== undefined) return;
    this.#shared = new Line(level, everybody, lanes);
    this.#lines.set(everybody, this.#shared);
  }

  get lines(): Iterable<Line> {
    return this.#lines.values();
  }

  get length(): number {
    let length = 0;
    for (const line of this.lines) length += line.length;
    return length;
  }

  /** The line of a tenant, if anybody waits in it or it is everybody's. */
  lineOf(tenant: string | undefined): Line | undefined {
    return this.#shared ?? this.#lines.get(tenant ?? everybody);
  }

  /** The line of a tenant who is about to wait. */
  enter(tenant: string = everybody): Line {
    const known = this.lineOf(tenant);
    if (known !== undefined) return known;
    const line = new Line(this.#level, tenant, this.#lanes);
    this.#lines.set(tenant, line);
    this.#schedule?.enter(tenant);
    return line;
  }

  /** Somebody left the line. */
  left(line: Line): void {
    if (this.#schedule === undefined || line.length > 0) return;
    this.#lines.delete(line.tenant);
    this.#schedule.leave(line.tenant);
  }

  /** Who is next, of those whose group lets them pass. */
  next(now: number, blocked: (waiter: Waiter, at: number) => void): Waiter | undefined {
    if (this.#shared !== undefined) return this.#shared.first(now, blocked);
    const first = (tenant: string) => this.#lines.get(tenant)?.first(now, blocked);
    const tenant = this.#schedule?.next((name) => first(name)?.cost);
    return tenant === undefined ? undefined : first(tenant);
  }

  charge(line: Line, cost: number): void {
    this.#schedule?.charge(line.tenant, cost);
  }
}
