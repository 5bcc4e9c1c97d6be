import { wrongInput } from '../internal/wrong-input.ts';
import { requireName } from './bounded-name.ts';

/** The kind of a channel, which the prefix of its name decides. @public */
export interface ChannelKind {
  /** A subscription needs a token from the application's server. */
  readonly private: boolean;
  /** The channel has a list of members. */
  readonly presence: boolean;
  /** Its events are end-to-end encrypted. */
  readonly encrypted: boolean;
  /** Subscribers may send `client-` events to each other. */
  readonly clientEvents: boolean;
}

/** Source: Pusher documentation, "Channels". */
export function channelKind(name: string): ChannelKind {
  const encrypted = name.startsWith('private-encrypted-');
  const presence = name.startsWith('presence-');
  const mayTrigger = (name.startsWith('private-') || presence) && !encrypted;
  return {
    private: mayTrigger || encrypted || isUserChannel(name),
    presence,
    encrypted,
    clientEvents: mayTrigger,
  };
}

/** The channel of a signed-in user's events, `#server-to-user-…`. Applications cannot name it. */
export function isUserChannel(name: string): boolean {
  return name.startsWith('#');
}

const grammar = /^[A-Za-z0-9_\-=@,.;]+$/;

/**
 * A channel name: letters, digits and `_ - = @ , . ;`. Checked before anything is signed, because a name with
 * a line break or a colon could sign for another channel.
 *
 * @throws InvalidInputError
 */
export function requireChannelName(given: unknown, maxLength?: number): string {
  const name = requireName('channel', given, maxLength);
  if (grammar.test(name)) return name;
  const shown = JSON.stringify(name.slice(0, 60));
  throw wrongInput(
    'channel',
    `A channel name has only letters, digits and _ - = @ , . ; but this one is ${shown}.`,
  );
}
