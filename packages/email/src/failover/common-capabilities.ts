import type { EmailCapabilities, EmailLimits, MessageCapabilities } from '../model/capabilities.ts';

/** What every one of the services can do. Ids are of one service: no templates, streams or stores. */
export function commonCapabilities(all: readonly EmailCapabilities[]): EmailCapabilities {
  const batch = all.map(({ batch = 1 }) => batch).reduce((most, next) => Math.min(most, next));
  const windowsMs = all.flatMap(({ idempotencyWindowMs: windowMs }) =>
    windowMs === undefined ? [] : [windowMs],
  );
  return {
    templates: false,
    contacts: false,
    request: false,
    ...(batch > 1 ? { batch } : {}),
    message: commonMessage(all.map(({ message }) => message)),
    idempotency: commonIdempotency(all.map(({ idempotency }) => idempotency)),
    ...(windowsMs.length === all.length ? { idempotencyWindowMs: Math.min(...windowsMs) } : {}),
    limits: commonLimits(all.map(({ limits }) => limits)),
  };
}

/** The values of a capability, from the weakest. */
const ranks: readonly unknown[] = [
  false,
  ...['one', 'individual', 'ascii', 'visible', 'needed'],
  true,
  ...['many', 'shared', 'always'],
];

/** Where a capability that is left out is not `false`. */
const usual: Readonly<Partial<Record<string, unknown>>> = {
  ownContent: true,
  senderNames: true,
  replyToNames: true,
  filenames: true,
  tracking: [],
};

/** Each capability as the weakest of the services has it. */
function commonMessage(all: readonly MessageCapabilities[]): MessageCapabilities {
  const tables = all.map((can) => new Map<string, unknown>(Object.entries(can)));
  const names = new Set(tables.flatMap((table) => [...table.keys()]));
  const common = [...names].map((name): readonly [string, unknown] => {
    const values = tables.map((table): unknown => table.get(name) ?? usual[name] ?? false);
    const lists = values.filter((value): value is readonly unknown[] => Array.isArray(value));
    const isList = lists.length === values.length;
    return [name, isList ? lists.reduce(inBoth) : ranks.find((rank) => values.includes(rank))];
  });
  const message = Object.fromEntries(common) as unknown as MessageCapabilities;
  const text = all.map((can) => can.text).reduce(commonText);
  return { ...message, text, template: false, templateVariables: undefined, stream: false };
}

function inBoth(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  return first.filter((value) => second.includes(value));
}

/** `alone` takes every combination; `with-html` and `either` have only HTML alone in common. */
function commonText(
  first: MessageCapabilities['text'],
  second: MessageCapabilities['text'],
): MessageCapabilities['text'] {
  if (first === second || second === 'alone') return first;
  return first === 'alone' ? second : 'none';
}

/** From the strongest promise to the weakest. */
const promises = ['replay', 'dedupe', 'refuse', 'none'] as const;

function commonIdempotency(
  all: readonly EmailCapabilities['idempotency'][],
): EmailCapabilities['idempotency'] {
  return promises.findLast((promise) => all.includes(promise)) ?? 'none';
}

function commonLimits(all: readonly EmailLimits[]): EmailLimits {
  const limits: Partial<Record<keyof EmailLimits, number>> = {};
  for (const [name, limit] of all.flatMap((each) => Object.entries(each)) as [keyof EmailLimits, number][])
    if (limit !== undefined) limits[name] = Math.min(limit, limits[name] ?? Infinity);
  return limits;
}

/**
 * Each part that may be dropped from a message is carried: the service that sends it drops its own.
 *
 * @param text - as far as one of the services carries it
 */
export function withAllParts(
  { message, limits, ...others }: EmailCapabilities,
  text: MessageCapabilities['text'],
): EmailCapabilities {
  const { maxTags: _, ...ownLimits } = limits;
  return {
    ...others,
    message: {
      ...message,
      text,
      replyTo: 'many',
      replyToNames: true,
      headers: true,
      repeatedHeaders: true,
      tags: true,
      metadata: true,
      sender: true,
      envelopeFrom: true,
      messageId: true,
      date: true,
      alternatives: true,
      tracking: ['opens', 'clicks'],
      filenames: true,
    },
    limits: ownLimits,
  };
}

/** The service that sends a message reports the losses of it that are harmless. */
export function withoutHarmless({ message, ...others }: EmailCapabilities): EmailCapabilities {
  return { ...others, message: { ...message, metadata: message.metadata !== false, filenames: true } };
}
