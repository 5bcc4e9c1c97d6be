import type { OrgError } from '@org/core';
import type { Member } from '../protocol/presence-data.ts';
import type { MemberReader } from './events/read-member.ts';
import type { MemberStep, Roster, RosterChange } from './roster.ts';
import type { MemberChange, MemberView } from './subscription/extension.ts';

/**
 * The members whose `info` matches a schema. Another one is reported once, and is in no list and in no
 * change.
 */
export function typedMembers(
  readMember: MemberReader,
  roster: Roster,
  untyped: MemberView,
  report: (error: OrgError) => void,
): MemberView {
  const read = once((member) => readMember(member, roster.channel, report));
  let shown: readonly [all: ReadonlyMap<string, Member>, matching: ReadonlyMap<string, Member>] | undefined;
  const step = ({ change, of }: MemberStep): MemberStep | undefined => {
    const old = change === 'left' ? of : roster.before(of);
    const was = old && read(old);
    const now = change === 'left' ? undefined : read(of);
    if (now !== undefined) return { change: was === undefined ? 'joined' : 'updated', of: now };
    return was && { change: 'left', of: was };
  };
  return {
    get members() {
      const all = untyped.members;
      if (shown?.[0] !== all) shown = [all, matching(all, read)];
      return shown[1];
    },
    get me() {
      return untyped.me && read(untyped.me);
    },
    change: (given) =>
      given.change === 'synced' ? { change: 'synced', of: difference(given.of, step) } : step(given),
  };
}

type Reader = (member: Member) => Member | undefined;

function matching(all: ReadonlyMap<string, Member>, read: Reader): ReadonlyMap<string, Member> {
  const found = [...all.values()].map(read).filter((member) => member !== undefined);
  return new Map(found.map((member) => [member.id, member]));
}

function difference(
  given: RosterChange,
  step: (step: MemberStep) => MemberStep | undefined,
): Extract<MemberChange, { readonly change: 'synced' }>['of'] {
  const found = { joined: [] as Member[], left: [] as Member[], updated: [] as Member[] };
  for (const change of ['joined', 'left', 'updated'] as const)
    for (const of of given[change]) {
      const seen = step({ change, of });
      if (seen !== undefined) found[seen.change].push(seen.of);
    }
  return found;
}

/** Validates each member once. */
function once(read: Reader): Reader {
  const results = new WeakMap<Member, { readonly member: Member | undefined }>();
  return (member) => {
    const result = results.get(member) ?? { member: read(member) };
    results.set(member, result);
    return result.member;
  };
}
