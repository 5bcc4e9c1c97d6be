import { wrongInput } from '../internal/wrong-input.ts';
import { requireName } from './bounded-name.ts';

/** What a channel's name says about it; decided by the prefix alone. @public */
export interface ChannelKind {
  /** Subscribing needs a token from the application's server. */
  readonly private: boolean;
  /** Has a roster of members. */
  readonly presence: boolean;
  /** Its events are end-to-end encrypted. */
  readonly encrypted: boolean;
  /** A new subscriber is given the last event. */
  readonly cache: boolean;
  /** Subscribers may send `client-` events to each other. */
  readonly clientEvents: boolean;
}

/** @internal Reads the kind from the name; longer prefixes first. Source: Pusher documentation, "Channels". */
export function channelKind(name: string): ChannelKind {
  const encrypted = name.startsWith('private-encrypted-');
  const presence = name.startsWith('presence-');
  const isPrivate = name.startsWith('private-') || presence;
  const cache = /^(?:private-encrypted-cache-|private-cache-|presence-cache-|cache-)/.test(name);
  return { private: isPrivate, presence, encrypted, cache, clientEvents: isPrivate && !encrypted };
}

const grammar = /^[A-Za-z0-9_\-=@,.;]+$/;

/**
 * The name, if it is one: letters, digits and `_ - = @ , . ;`. Checked before anything is signed, because a
 * name with a line break or a colon could sign for another channel.
 *
 * @throws InvalidInputError
 * @internal
 */
export function requireChannelName(given: unknown): string {
  const name = requireName('channel', given);
  if (grammar.test(name) && !name.endsWith('\n')) return name;
  const shown = JSON.stringify(name.slice(0, 60));
  throw wrongInput('channel', `A channel name has letters, digits and _ - = @ , . ; only. ${shown} is none.`);
}
