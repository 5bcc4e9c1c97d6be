import { UnsupportedError } from '@org/core';
import type { EmailCapabilities } from './capabilities.ts';
import type { PreparedMessage } from './message.ts';

/** Something in a message that the service cannot carry as it is, and what was done about it. @public */
export interface LossyMapping {
  /** The field of the message, or `idempotencyKey`. */
  readonly field: string;
  /** Left out, moved to another field, or replaced by the nearest thing. */
  readonly action: 'dropped' | 'merged' | 'approximated';
  /** What happens to the field, in words. */
  readonly detail: string;
}

/** What to do about a loss: refuse before anything is sent, send and warn on the console, or send. Either way it stands in `result.lossy`. @public */
export type OnLossy = 'error' | 'warn' | 'allow';

interface Rule extends LossyMapping {
  readonly applies: boolean;
  readonly degrade: (message: PreparedMessage) => PreparedMessage;
}

/** What of this message the driver cannot carry, and the message as it can. */
export function decideLossy(
  message: PreparedMessage,
  capabilities: EmailCapabilities,
): { readonly message: PreparedMessage; readonly lossy: readonly LossyMapping[] } {
  const rules = rulesFor(message, capabilities).filter((rule) => rule.applies);
  return {
    message: rules.reduce((current, rule) => rule.degrade(current), message),
    lossy: rules.map(({ field, action, detail }) => ({ field, action, detail })),
  };
}

/**
 * A key for a service without keys is reported and never an error: the same call may go to several services.
 */
export function findUnusedKey(key: string | undefined, { idempotency }: EmailCapabilities): LossyMapping[] {
  if (key === undefined || idempotency !== 'none') return [];
  const detail = 'the service does not recognise a repeated call, which is a second mail';
  return [{ field: 'idempotencyKey', action: 'dropped', detail }];
}

/** The error for a loss that nobody allowed. */
export function lossyError(lossy: readonly LossyMapping[], provider: string): UnsupportedError {
  const fields = lossy.map(({ field }) => `\`${field}\``).join(', ');
  return new UnsupportedError({
    message: `${provider} cannot carry ${fields} as it is. Leave it out or use another driver; with onLossy: 'allow', ${lossy.map(({ detail }) => detail).join(', and ')}.`,
    provider,
    outcome: 'not-sent',
    issues: lossy.map(({ field, detail }) => ({ path: field, message: detail })),
  });
}

function rulesFor(message: PreparedMessage, { message: can }: EmailCapabilities): Rule[] {
  const { cc, bcc } = message;
  return [
    merged('cc', cc.length > 0 && !can.cc, 'copies are sent as mails of their own', (m) => ({
      ...m,
      to: [...m.to, ...cc],
      cc: [],
    })),
    merged('bcc', bcc.length > 0 && !can.bcc, 'blind copies are sent as mails of their own', (m) => ({
      ...m,
      to: [...m.to, ...bcc],
      bcc: [],
    })),
    {
      field: 'text',
      action: 'approximated',
      detail: 'a text without HTML is sent as preformatted HTML',
      applies: message.text !== undefined && message.html === undefined && can.text !== 'alone',
      degrade: ({ text = '', ...m }) => ({
        ...m,
        html: `<pre style="white-space:pre-wrap;font:inherit">${escapeHtml(text)}</pre>`,
      }),
    },
    dropped(
      'text',
      message.text !== undefined && message.html !== undefined && can.text === 'none',
      'the service makes the text part itself, from the HTML',
      ({ text: _, ...m }) => m,
    ),
    dropped(
      'replyTo',
      message.replyTo.length > 1 && can.replyTo === 'one',
      'only the first reply address is kept',
      (m) => ({
        ...m,
        replyTo: m.replyTo.slice(0, 1),
      }),
    ),
    dropped('headers', message.headers.length > 0 && !can.headers, 'the service takes no headers', (m) => ({
      ...m,
      headers: [],
    })),
    dropped('tags', message.tags.length > 0 && !can.tags, 'the service has no tags', (m) => ({
      ...m,
      tags: [],
    })),
    dropped(
      'metadata',
      message.metadata.size > 0 && !can.metadata,
      'the service does not return metadata',
      (m) => ({
        ...m,
        metadata: new Map(),
      }),
    ),
  ];
}

function merged(field: string, applies: boolean, detail: string, degrade: Rule['degrade']): Rule {
  // Whoever gets a mail of their own sees nobody else.
  const apart = (message: PreparedMessage): PreparedMessage => ({
    ...degrade(message),
    visibility: 'individual',
  });
  return { field, action: 'merged', detail, applies, degrade: apart };
}

function dropped(field: string, applies: boolean, detail: string, degrade: Rule['degrade']): Rule {
  return { field, action: 'dropped', detail, applies, degrade };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
