import { type Issue, PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { EmailAddress } from '../address.ts';
import type { EmailCapabilities } from '../capabilities.ts';
import { type FieldName, fields } from '../fields.ts';
import type { PreparedMessage } from '../message.ts';
import type { Report } from '../reader.ts';
import { type LossyMapping, lossyError, type OnLossy } from './lossy.ts';

/** A message in the form that a service carries, and what was lost. */
export interface FittedMessage {
  readonly message: PreparedMessage;
  readonly lossy: readonly LossyMapping[];
}

type Values = Readonly<Partial<Record<FieldName, unknown>>>;

/**
 * Fits the given fields of a message to the service of these capabilities.
 *
 * @param given - the fields that are not empty, in the order of their rows
 * @throws UnsupportedError, PayloadTooLargeError
 */
export function fitFields(
  message: PreparedMessage,
  given: readonly FieldName[],
  capabilities: EmailCapabilities,
  {
    provider,
    onLossy,
    now,
  }: { readonly provider: string; readonly onLossy: OnLossy; readonly now: () => number },
): FittedMessage {
  const { message: can, limits } = capabilities;
  const service = { can, limits, now };
  const carried: Values = can;
  const common = { provider, outcome: 'not-sent' } as const;
  const issues: Issue[] = [];
  const lossy: LossyMapping[] = [];
  const harmless: LossyMapping[] = [];
  let fitted = message;
  for (const field of given) {
    const { absence, empty, losses } = fields[field];
    if (absence !== undefined && !carried[field]) {
      if (isEmpty((fitted as Values)[field])) continue;
      const { action, detail } = absence;
      if (action === 'refused') issues.push({ path: field, message: detail });
      else lossy.push({ field, action, detail });
      fitted = { ...fitted, ...(action === 'merged' && separate(fitted, field)), [field]: empty };
    } else
      for (const { action, detail, isHarmless, fit } of losses) {
        const change = fit(fitted, service);
        if (change === undefined) continue;
        fitted = { ...fitted, ...change };
        (isHarmless ? harmless : lossy).push({ field, action, detail });
      }
  }
  const refuse = (path: string, text: string) => void issues.push({ path, message: text });
  for (const field of given) {
    const { hasAddresses, refuse: refuseParts } = fields[field];
    if (hasAddresses && !can.internationalLocalPart)
      refuseInternational(field, (fitted as Values)[field], refuse);
    refuseParts?.(fitted, service, refuse);
  }
  refuseRecipients(fitted, can, issues);
  if (can.ownContent === false && (message.template ?? message.raw) === undefined)
    issues.push({ path: 'template', message: 'is missing: the service sends stored templates alone' });
  const [first] = issues;
  if (first !== undefined) {
    const text = `${provider} cannot send this message: \`${first.path}\` ${first.message}.`;
    throw new UnsupportedError({ ...common, message: text, issues });
  }
  const excess = findExcess(fitted, limits);
  if (excess !== undefined)
    throw new PayloadTooLargeError({
      ...common,
      message: `${provider} takes ${excess.message}.`,
      issues: [excess],
    });
  if (lossy.length > 0 && onLossy === 'error') throw lossyError(lossy, provider);
  return { message: fitted, lossy: [...lossy, ...harmless] };
}

function isEmpty(value: unknown): boolean {
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) ? value.length === 0 : value === undefined || value === false;
}

/** Copies become separate mails, whose recipients see no other address. */
function separate(message: PreparedMessage, field: FieldName): Partial<PreparedMessage> {
  const copies = field === 'cc' || field === 'bcc' ? message[field] : [];
  return { to: [...message.to, ...copies], visibility: 'individual' };
}

const nonAsciiLocalPart = /^\p{ASCII}*\P{ASCII}.*@/u;

/** One mailbox, several, or an address. */
function refuseInternational(field: FieldName, value: unknown, refuse: Report): void {
  const all = (Array.isArray(value) ? value : [value]) as (EmailAddress | string | undefined)[];
  const index = all.findIndex((one) =>
    nonAsciiLocalPart.test(typeof one === 'object' ? one.address : (one ?? '')),
  );
  const path = Array.isArray(value) ? `${field}[${index}]` : field;
  if (index !== -1) refuse(path, 'has a non-ASCII part before the @, which the service refuses');
}

function refuseRecipients(
  { to, cc, visibility }: PreparedMessage,
  can: EmailCapabilities['message'],
  issues: Issue[],
): void {
  if (to.length === 0 && !can.withoutTo)
    issues.push({ path: 'to', message: 'must have a recipient: the service needs one there' });
  if (visibility === 'shared' && can.visibility === 'individual' && to.length + cc.length > 1)
    issues.push({
      path: 'recipientVisibility',
      message: "cannot be 'shared': every recipient gets a separate mail",
    });
}

function findExcess(
  { to, cc, bcc, attachments, visibility }: PreparedMessage,
  limits: EmailCapabilities['limits'],
): Issue | undefined {
  const { maxRecipients = Infinity, maxAttachments = Infinity, maxAttachmentBytes = Infinity } = limits;
  const { maxTo = Infinity, maxCc = Infinity, maxBcc = Infinity } = limits;
  const recipients = visibility === 'shared' ? to.length + cc.length + bcc.length : 1;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (recipients > maxRecipients)
    return { path: 'to', message: `at most ${maxRecipients} recipients for one mail` };
  if (visibility === 'shared' && to.length > maxTo)
    return { path: 'to', message: `at most ${maxTo} addresses in \`to\`` };
  if (cc.length > maxCc) return { path: 'cc', message: `at most ${maxCc} addresses in \`cc\`` };
  if (bcc.length > maxBcc) return { path: 'bcc', message: `at most ${maxBcc} addresses in \`bcc\`` };
  if (attachments.length > maxAttachments)
    return { path: 'attachments', message: `at most ${maxAttachments} attachments` };
  if (bytes > maxAttachmentBytes)
    return { path: 'attachments', message: `at most ${maxAttachmentBytes} bytes of attachments` };
  return undefined;
}
