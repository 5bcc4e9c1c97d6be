import { wrongInput } from '../internal/wrong-input.ts';

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
const longest = 200;

/**
 * The name, if it is one. Letters, digits and `_ - = @ , . ;`, at most 200 characters (the hosted service documents 164; its own libraries and
 * the other servers allow 200). Checked before anything is signed, because a name with a line break or a colon could sign for another channel.
 *
 * @throws InvalidInputError
 * @internal
 */
export function requireChannelName(name: unknown): string {
  if (typeof name !== 'string' || name === '')
    throw wrongInput('channel', 'A channel name must be a non-empty text.');
  if (name.length > longest)
    throw wrongInput(
      'channel',
      `A channel name has at most ${longest} characters; this one has ${name.length}.`,
    );
  if (!grammar.test(name) || name.endsWith('\n')) {
    throw wrongInput(
      'channel',
      `A channel name is made of letters, digits and _ - = @ , . ; only. ${show(name)} is not.`,
    );
  }
  return name;
}

function show(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
