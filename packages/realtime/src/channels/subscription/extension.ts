import type { OrgError } from '@org/core';
import type { GrantedToken } from '../../auth/read-token.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { Member } from '../../protocol/presence-data.ts';
import type { MemberReader } from '../events/read-member.ts';
import type { RosterChange } from '../roster.ts';

/** What the service reports of members; `synced` with the difference to the list before. */
export type MemberChange =
  | { readonly change: 'joined' | 'left' | 'updated'; readonly of: Member }
  | { readonly change: 'synced'; readonly of: RosterChange };

/** The members of a presence channel as its subscribers see them. */
export interface MemberView {
  readonly members: ReadonlyMap<string, Member>;
  readonly me: Member | undefined;
  /** Undefined for a change of members that do not match the schema. */
  change(change: MemberChange): MemberChange | undefined;
}

/** What a presence or encrypted channel does in addition. Its code loads with its first token. */
export interface Extension {
  /** The members as a subscriber with a schema of their `info` sees them. */
  view?(read: MemberReader | undefined): MemberView;
  /** The channel has a new token, on a new connection or after a pause. */
  start(token: GrantedToken): void;
  /** The service confirmed the subscription. */
  subscribed(data: unknown): MemberChange | undefined;
  /** Returns whether it took the frame. */
  receive(frame: Frame): boolean;
  /**
   * The subscription ended. `isLost`: events that were not delivered are reported. Returns the time before
   * the first of them arrived, on the wall clock.
   */
  stop(isLost: boolean): number | undefined;
}

export interface ExtensionPort {
  deliver(frame: Frame): void;
  memberChanged(change: MemberChange): void;
}

/** A subscription that waits for its token. Not called after the abort of the request. */
export interface TokenPort extends ExtensionPort {
  /** Of an earlier token. */
  readonly extension: Extension | undefined;
  /** With the extension of a presence or encrypted channel. */
  granted(token: GrantedToken, extension?: Extension): void;
  /** `mayRetry`: as the application decides. */
  refused(error: OrgError, mayRetry?: boolean): void;
}
