/** A subscription that waits for its answer. @internal */
export interface PendingSubscription {
  readonly name: string;
  /** The token that was sent; empty on a public channel. */
  readonly auth: string;
}

const nameCharacter = /[A-Za-z0-9_\-=@,.;]/;

/**
 * Which pending subscription an error without a channel is about: the one whose name or token it mentions. Some servers name neither and only say 4009;
 * that is unambiguous while a single authorised subscription waits.
 *
 * @internal
 */
export function findRefusedChannel(
  error: { readonly code?: number; readonly fullText: string },
  pending: readonly PendingSubscription[],
): string | undefined {
  const named = pending
    .filter(({ name }) => mentions(error.fullText, name))
    .sort((a, b) => b.name.length - a.name.length);
  const byToken = pending.find(({ auth }) => auth !== '' && error.fullText.includes(auth));
  const found = named[0] ?? byToken;
  if (found !== undefined) return found.name;
  const authorised = pending.filter(({ auth }) => auth !== '');
  return error.code === 4009 && authorised.length === 1 ? authorised[0]?.name : undefined;
}

/** Is the whole name there, not only as a part of a longer one? */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const rest = text.slice(at + name.length, at + name.length + 2);
    const isEnd = !nameCharacter.test(rest[0] ?? ' ') || /^[,.;](?:\s|$)/.test(rest);
    if (!nameCharacter.test(before) && isEnd) return true;
  }
  return false;
}

/**
 * Complaints that answer something else than a subscription: an unsubscribe frame that came too late, and a
 * client event (4301). Both may name a channel that is being subscribed again.
 *
 * @internal
 */
export function concernsNoSubscription(error: {
  readonly code?: number;
  readonly fullText: string;
}): boolean {
  return error.code === 4301 || error.fullText.startsWith('No current subscription to channel');
}
