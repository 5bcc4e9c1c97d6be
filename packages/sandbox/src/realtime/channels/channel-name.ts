/** The kind of a channel, by the prefix of its name. */
export type ChannelKind = 'public' | 'private' | 'encrypted' | 'presence';

/** The properties of a channel name. */
export interface ChannelTraits {
  readonly kind: ChannelKind;
  /** Whether later subscribers receive the last event. */
  readonly isCache: boolean;
}

// Prefixes count at the start of a name only, the longer one first.
const traitsByPrefix: readonly (readonly [prefix: string, traits: ChannelTraits])[] = [
  ['private-encrypted-cache-', { kind: 'encrypted', isCache: true }],
  ['private-encrypted-', { kind: 'encrypted', isCache: false }],
  ['private-cache-', { kind: 'private', isCache: true }],
  ['private-', { kind: 'private', isCache: false }],
  ['presence-cache-', { kind: 'presence', isCache: true }],
  ['presence-', { kind: 'presence', isCache: false }],
  ['cache-', { kind: 'public', isCache: true }],
];

export function readChannelTraits(name: string): ChannelTraits {
  for (const [prefix, traits] of traitsByPrefix) if (name.startsWith(prefix)) return traits;
  return { kind: 'public', isCache: false };
}

const namePattern = /^[A-Za-z0-9_\-=@,.;]+$/;

export function isChannelName(name: unknown, maxLength: number): name is string {
  return typeof name === 'string' && name.length <= maxLength && namePattern.test(name);
}

const userChannelPrefix = '#server-to-user-';

/** The user whose channel this is; `undefined` for every other name. */
export function parseUserChannel(name: string): string | undefined {
  return name.startsWith(userChannelPrefix) && name.length > userChannelPrefix.length
    ? name.slice(userChannelPrefix.length)
    : undefined;
}
