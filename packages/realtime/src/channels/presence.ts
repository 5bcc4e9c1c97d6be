import type { OrgError } from '@org/core';
import type { GrantedToken } from '../auth/read-token.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Member } from '../protocol/presence-data.ts';
import { createRoster, type Roster } from './roster.ts';
import type { Extension, ExtensionPort, MemberChange } from './subscription/extension.ts';

/** The members of a presence channel. */
export class Presence implements Extension {
  readonly #roster: Roster;
  readonly #port: ExtensionPort;
  #memberId: string | undefined;

  constructor(channel: string, port: ExtensionPort, report: (error: OrgError) => void) {
    this.#roster = createRoster(channel, report);
    this.#port = port;
  }

  get members(): ReadonlyMap<string, Member> {
    return this.#roster.members;
  }

  get me(): Member | undefined {
    return this.#roster.find(this.#memberId);
  }

  start({ memberId }: GrantedToken): void {
    this.#memberId = memberId;
  }

  subscribed(data: unknown): MemberChange {
    return { change: 'synced', of: this.#roster.replace(data) };
  }

  receive({ event, data }: Frame): boolean {
    if (event === 'pusher_internal:member_added') this.#report(this.#roster.add(data));
    else if (event === 'pusher_internal:member_removed') this.#report(this.#roster.remove(data));
    else return false;
    return true;
  }

  stop(): undefined {
    this.#roster.empty();
  }

  #report(change: MemberChange | undefined): void {
    if (change !== undefined) this.#port.memberChanged(change);
  }
}
