import { type Member, readMember, readRoster } from '../protocol/presence-data.ts';

/** How the members of a presence channel changed. @public */
export interface RosterChange {
  /** Members who are there now, and were not before. */
  readonly joined: readonly Member[];
  /** Members who were there before, and are not now. */
  readonly left: readonly Member[];
}

/** Who is on a presence channel, as far as the service told. @internal */
export interface Roster {
  /** A snapshot: it stays as it is when somebody comes or goes. */
  readonly members: ReadonlyMap<string, Member>;
  /** The whole roster after a subscription; answers with the difference to what was known before the connection was lost. */
  replace(data: unknown): RosterChange;
  /** Undefined when they were there already, or when this is no member. */
  add(data: unknown): Member | undefined;
  remove(data: unknown): Member | undefined;
  /** The connection is lost: nobody is known to be there. Remembered for the next `replace`. */
  empty(): void;
}

// Far above any service's limit: only a server that makes members up gets there.
const maxMembers = 10_000;

/** @internal */
export function createRoster(): Roster {
  let present = new Map<string, Member>();
  let before: ReadonlyMap<string, Member> = new Map();
  let shown: ReadonlyMap<string, Member> | undefined;
  return {
    get members() {
      shown ??= new Map(present);
      return shown;
    },
    replace(data) {
      present = new Map([...(readRoster(data) ?? [])].slice(0, maxMembers));
      shown = undefined;
      const change = {
        joined: [...present.values()].filter(({ id }) => !before.has(id)),
        left: [...before.values()].filter(({ id }) => !present.has(id)),
      };
      before = new Map();
      return change;
    },
    add(data) {
      const member = readMember(data);
      if (member === undefined || present.has(member.id) || present.size >= maxMembers) return undefined;
      present.set(member.id, member);
      shown = undefined;
      return member;
    },
    remove(data) {
      const member = present.get(readMember(data)?.id ?? '');
      if (member === undefined) return undefined;
      present.delete(member.id);
      shown = undefined;
      return member;
    },
    empty() {
      before = present;
      present = new Map();
      shown = undefined;
    },
  };
}
