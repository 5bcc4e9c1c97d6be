import type { OrgError } from '@org/core';
import type { GrantedToken } from '../auth/read-token.ts';
import { isRecord } from '../internal/json.ts';
import { readId } from '../protocol/exact-ids.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { MemberReader } from './events/read-member.ts';
import { createRoster, type Roster } from './roster.ts';
import type { Extension, ExtensionPort, MemberChange, MemberView } from './subscription/extension.ts';
import { typedMembers } from './typed-members.ts';

export class Presence implements Extension, MemberView {
  readonly #roster: Roster;
  readonly #port: ExtensionPort;
  readonly #report: (error: OrgError) => void;
  readonly #views = new WeakMap<MemberReader, MemberView>();
  #memberId: string | undefined;

  constructor(channel: string, port: ExtensionPort, report: (error: OrgError) => void) {
    this.#roster = createRoster(channel, report);
    this.#port = port;
    this.#report = report;
  }

  /** Subscribers with the same definition share their view. */
  view(read: MemberReader | undefined): MemberView {
    if (read === undefined) return this;
    const view = this.#views.get(read) ?? typedMembers(read, this.#roster, this, this.#report);
    this.#views.set(read, view);
    return view;
  }

  get members(): ReadonlyMap<string, Member> {
    return this.#roster.members;
  }

  get me(): Member | undefined {
    return this.#roster.find(this.#memberId);
  }

  change(change: MemberChange): MemberChange {
    return change;
  }

  start({ memberId }: GrantedToken): void {
    this.#memberId = memberId;
  }

  /** A service that names the user of a connection says so in the list. */
  subscribed(data: unknown): MemberChange {
    const presence = isRecord(data) ? data['presence'] : undefined;
    if (isRecord(presence)) this.#memberId = readId(presence['me']) ?? this.#memberId;
    return { change: 'synced', of: this.#roster.replace(data) };
  }

  receive({ event, data }: Frame): boolean {
    if (event === 'pusher_internal:member_added') this.#changed(this.#roster.add(data));
    else if (event === 'pusher_internal:member_removed') this.#changed(this.#roster.remove(data));
    else return false;
    return true;
  }

  stop(): undefined {
    this.#roster.empty();
  }

  #changed(change: MemberChange | undefined): void {
    if (change !== undefined) this.#port.memberChanged(change);
  }
}
