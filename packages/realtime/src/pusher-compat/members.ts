import type { Member, PresenceChannel } from '@org/realtime';

/** The members of a presence channel. Empty while it is not subscribed. @public */
export class Members {
  readonly #source: () => PresenceChannel | undefined;

  constructor(source: () => PresenceChannel | undefined) {
    this.#source = source;
  }

  /** The `user_info` of each member, by id. */
  get members(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#all].map(([id, { info }]) => [id, info]));
  }

  /** How many members there are. */
  get count(): number {
    return this.#all.size;
  }

  /** The member of this client. */
  get me(): Member | null {
    return this.#source()?.me ?? null;
  }

  /** The id of this client's member. */
  get myID(): string | null {
    return this.me?.id ?? null;
  }

  /** The member with this id, or null. */
  get(id: string): Member | null {
    return this.#all.get(String(id)) ?? null;
  }

  /** Calls back with each member. */
  each(callback: (member: Member) => unknown): void {
    for (const member of this.#all.values()) callback(member);
  }

  /** What `JSON.stringify` writes of it. */
  toJSON(): object {
    const { members, count, myID, me } = this;
    return { members, count, myID, me };
  }

  get #all(): ReadonlyMap<string, Member> {
    return this.#source()?.members ?? new Map();
  }
}
