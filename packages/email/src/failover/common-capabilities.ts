import type { EmailCapabilities, EmailLimits, MessageCapabilities } from '../model/capabilities.ts';

type Capability = (can: MessageCapabilities) => boolean | undefined;

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

function commonMessage(all: readonly MessageCapabilities[]): MessageCapabilities {
  const every = (can: Capability) => all.every((message) => can(message) === true);
  const metadata = all.map((can) => can.metadata);
  return {
    cc: every(({ cc }) => cc),
    bcc: every(({ bcc }) => bcc),
    text: all.map(({ text }) => text).reduce(commonText),
    replyTo: every(({ replyTo }) => replyTo === 'many') ? 'many' : 'one',
    headers: every(({ headers }) => headers),
    attachments: every(({ attachments }) => attachments),
    inlineAttachments: every(({ inlineAttachments }) => inlineAttachments),
    template: false,
    tags: every(({ tags }) => tags),
    metadata: metadata.includes(false) ? false : metadata.includes('visible') ? 'visible' : true,
    sendAt: every(({ sendAt }) => sendAt),
    visibility: every(({ visibility }) => visibility === 'shared') ? 'shared' : 'individual',
    internationalLocalPart: every(({ internationalLocalPart }) => internationalLocalPart),
    withoutTo: every(({ withoutTo }) => withoutTo),
    sender: every(({ sender }) => sender),
    envelopeFrom: every(({ envelopeFrom }) => envelopeFrom),
    messageId: every(({ messageId }) => messageId),
    date: every(({ date }) => date),
    raw: every(({ raw }) => raw),
    alternatives: every(({ alternatives }) => alternatives),
    tracking: (['opens', 'clicks'] as const).filter((name) =>
      every(({ tracking }) => tracking?.includes(name)),
    ),
    sandbox: every(({ sandbox }) => sandbox),
  };
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
