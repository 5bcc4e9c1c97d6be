/** A subscription that waits for the service's response. @internal */
export interface PendingSubscription {
  readonly name: string;
  /** The token that was sent; empty on a public channel. */
  readonly auth: string;
}

const nameCharacter = /[A-Za-z0-9_\-=@,.;]/;

/**
 * Finds the pending subscription of an error without a channel, by the name or the token in its text. Some
 * servers send code 4009 without either, which is unambiguous while one authorized subscription is pending.
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
  const authorized = pending.filter(({ auth }) => auth !== '');
  return error.code === 4009 && authorized.length === 1 ? authorized[0]?.name : undefined;
}

/** Whether the text contains the name, and not only as a part of a longer one. */
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
 * Errors that do not answer a subscription: of an unsubscribe frame that came too late, and of a client event
 * (4301). Both may name a channel that is being subscribed again.
 *
 * @internal
 */
export function concernsNoSubscription(error: {
  readonly code?: number;
  readonly fullText: string;
}): boolean {
  return error.code === 4301 || error.fullText.startsWith('No current subscription to channel');
}
