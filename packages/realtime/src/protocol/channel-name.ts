import { wrongInput } from '../internal/wrong-input.ts';

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

const longest = 200;

/**
 * A text of 1 to 200 characters. The hosted service documents 164 for channels, but its own libraries and
 * other servers allow 200.
 *
 * @throws InvalidInputError
 */
export function requireName(kind: 'channel' | 'event', name: unknown, maxLength = longest): string {
  if (typeof name === 'string' && name !== '' && name.length <= maxLength) return name;
  const given = typeof name === 'string' ? `has ${name.length}` : `is ${typeof name}`;
  throw wrongInput(kind, `The ${kind} name is a text of 1 to ${maxLength} characters; this one ${given}.`);
}

/** Source: Pusher documentation, "Channels". Pusher's own libraries allow 200. */
const documentedLength = 164;

/**
 * Returns a client's check of channel names. `true` refuses names above the documented length, `false` allows
 * them, and `undefined` warns once.
 */
export function createNameCheck(strictChannelNames: boolean | undefined): (given: unknown) => string {
  let isStrict = strictChannelNames;
  return (given) => {
    const name = requireChannelName(given, isStrict ? documentedLength : undefined);
    if (isStrict === undefined && name.length > documentedLength) {
      isStrict = false;
      console.warn('@org/realtime: a channel name has more than 164 characters; see strictChannelNames.');
    }
    return name;
  };
}
