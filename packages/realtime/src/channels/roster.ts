import type { OrgError } from '@org/core';
import { RosterOverflowError } from '../errors/roster-error.ts';
import { type Member, readMember, readRoster } from '../protocol/presence-data.ts';

/** A difference between two lists of members. @public */
export interface RosterChange<Info = unknown> {
  /** Members of the new list only. */
  readonly joined: readonly Member<Info>[];
  /** Members of the old list only. */
  readonly left: readonly Member<Info>[];
  /** Members of both lists whose `info` differs, as in the new one. */
  readonly updated: readonly Member<Info>[];
}

export interface MemberStep {
  readonly change: 'joined' | 'updated' | 'left';
  readonly of: Member;
}

/** The members of a presence channel. */
export interface Roster {
  readonly channel: string;
  /** A snapshot, which later changes do not affect. */
  readonly members: ReadonlyMap<string, Member>;
  /** The member with the id of a token. */
  find(id: string | undefined): Member | undefined;
  /** The member that this one replaced. */
  before(member: Member): Member | undefined;
  /**
   * Sets the members after a subscription. Returns the difference to the members before the connection ended.
   */
  replace(data: unknown): RosterChange;
  /** Undefined for data without a member, and for a known member with the same `info`. */
  add(data: unknown): MemberStep | undefined;
  remove(data: unknown): MemberStep | undefined;
  /** The connection ended. Keeps the members for the next `replace`. */
  empty(): void;
}

// Far above the limit of a service that has one, to bound the memory.
const maxMembers = 10_000;

export function createRoster(channel: string, report: (error: OrgError) => void): Roster {
  let present = new Map<string, Member>();
  let isReported = false;
  const reportOverflow = () => {
    if (!isReported) report(overflowError(channel));
    isReported = true;
  };
  let before: ReadonlyMap<string, Member> = new Map();
  let shown: ReadonlyMap<string, Member> | undefined;
  const replaced = new WeakMap<Member, Member>();
  return {
    channel,
    get members() {
      shown ??= new Map(present);
      return shown;
    },
    find: (id) => present.get(id ?? ''),
    before: (member) => replaced.get(member),
    replace(data) {
      const listed = [...(readRoster(data) ?? [])];
      if (listed.length > maxMembers) reportOverflow();
      present = new Map(listed.slice(0, maxMembers));
      shown = undefined;
      const change = {
        joined: [...present.values()].filter(({ id }) => !before.has(id)),
        left: [...before.values()].filter(({ id }) => !present.has(id)),
        updated: [...present.values()].filter((member) => {
          const known = before.get(member.id);
          if (known !== undefined) replaced.set(member, known);
          return known !== undefined && !isSame(known, member);
        }),
      };
      before = new Map();
      return change;
    },
    add(data) {
      const member = readMember(data);
      if (member === undefined) return undefined;
      const known = present.get(member.id);
      const isOver = known === undefined && present.size >= maxMembers;
      if (isOver) reportOverflow();
      if (isOver || (known !== undefined && isSame(known, member))) return undefined;
      if (known !== undefined) replaced.set(member, known);
      present.set(member.id, member);
      shown = undefined;
      return { change: known === undefined ? 'joined' : 'updated', of: member };
    },
    remove(data) {
      const member = present.get(readMember(data)?.id ?? '');
      if (member === undefined) return undefined;
      present.delete(member.id);
      shown = undefined;
      return { change: 'left', of: member };
    },
    empty() {
      before = present;
      present = new Map();
      shown = undefined;
    },
  };
}

function overflowError(channel: string): RosterOverflowError {
  return new RosterOverflowError({
    message: `${channel} has over ${maxMembers} members. The rest are neither in members nor reported.`,
    provider: 'realtime',
  });
}

/** Infos are JSON values, which one server writes in one order. */
function isSame(one: Member, other: Member): boolean {
  try {
    return JSON.stringify(one.info) === JSON.stringify(other.info);
  } catch {
    return false; // nested deeper than the stack allows, which only its parser reads
  }
}
