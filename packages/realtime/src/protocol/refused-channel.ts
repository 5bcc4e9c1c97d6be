/** A subscription that waits for the service's response. */
export interface PendingSubscription {
  readonly name: string;
  /** The token that was sent; empty on a public channel. */
  readonly auth: string;
}

/**
 * Finds the pending subscription of an error without a channel, by the name or the token in its text. Some
 * servers send code 4009 without either, which is unambiguous while one authorized subscription is pending.
 */
export function findRefusedChannel(
  error: { readonly code?: number; readonly fullText: string },
  pending: readonly PendingSubscription[],
): string | undefined {
  const mentioned = mentionedNames(error.fullText);
  const named = pending
    .filter(({ name }) => mentioned.has(name))
    .sort((a, b) => b.name.length - a.name.length);
  const found = named[0] ?? pending.find(({ auth }) => auth !== '' && error.fullText.includes(auth));
  if (found !== undefined) return found.name;
  const authorized = pending.filter(({ auth }) => auth !== '');
  return error.code === 4009 && authorized.length === 1 ? authorized[0]?.name : undefined;
}

/** The names that a text may mean: whole words, also before a comma or a full stop. */
function mentionedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 0: word, index } of text.matchAll(/#?[A-Za-z0-9_\-=@,.;]+/g)) {
    const isBeforeSpace = /^\s?$/.test(text.charAt(index + word.length));
    for (const name of [word, word.replace(/^#/, '')]) {
      names.add(name);
      if (isBeforeSpace) names.add(name.replace(/[,.;]$/, ''));
    }
  }
  return names;
}

/** Finds the channel of an error that answers an unsubscribe frame without a subscription. */
export function findUnsubscribed(
  error: { readonly fullText: string },
  channels: Iterable<string>,
): string | undefined {
  if (!answersUnsubscribe(error)) return undefined;
  return findRefusedChannel(
    error,
    Array.from(channels, (name) => ({ name, auth: '' })),
  );
}

function answersUnsubscribe({ fullText }: { readonly fullText: string }): boolean {
  return fullText.startsWith('No current subscription to channel');
}

/**
 * Errors that do not answer a subscription: of an unsubscribe frame that came too late, and of a client event
 * (4301). Both may name a channel that is being subscribed again.
 */
export function concernsNoSubscription(error: {
  readonly code?: number;
  readonly fullText: string;
}): boolean {
  return error.code === 4301 || answersUnsubscribe(error);
}
