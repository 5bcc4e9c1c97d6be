import { type Issue, PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { EmailCapabilities, MessageCapabilities } from '../capabilities.ts';
import { memberPath } from '../member-path.ts';
import type { PreparedMessage } from '../message.ts';

const nonAsciiLocalPart = /^\p{ASCII}*\P{ASCII}.*@/u;

/**
 * Checks the parts that `onLossy` cannot save: without them it would be another message.
 *
 * @throws UnsupportedError, PayloadTooLargeError
 */
export function checkSupport(
  message: PreparedMessage,
  capabilities: EmailCapabilities,
  provider: string,
  nowMs: number,
): void {
  const common = { provider, outcome: 'not-sent' } as const;
  const issues = [...findUnsupported(message, capabilities), ...findTooLate(message, capabilities, nowMs)];
  const [first] = issues;
  if (first !== undefined) {
    const text = `${provider} cannot send this message: \`${first.path}\` ${first.message}.`;
    throw new UnsupportedError({ ...common, message: text, issues });
  }
  const excess = findExcess(message, capabilities);
  if (excess !== undefined)
    throw new PayloadTooLargeError({
      ...common,
      message: `${provider} takes ${excess.message}.`,
      issues: [excess],
    });
}

function findUnsupported(message: PreparedMessage, { message: can }: EmailCapabilities): Issue[] {
  const issues: Issue[] = [];
  const refuse = (path: string, text: string) => void issues.push({ path, message: text });
  const { template, sendAt, attachments, to, cc, visibility, stream, sandbox } = message;
  if (message.raw !== undefined && !can.raw)
    refuse('raw', 'is not possible: the service takes no finished messages');
  if (template !== undefined && !can.template)
    refuse('template', 'is not possible: the service stores no templates');
  if (sendAt !== undefined && !can.sendAt)
    refuse('sendAt', 'is not possible: the service does not send later');
  if (stream !== undefined && !can.stream) refuse('stream', 'is not possible: the service has no streams');
  if (sandbox && !can.sandbox) refuse('sandbox', 'is not possible: the service would send the mail');
  if (to.length === 0 && !can.withoutTo) refuse('to', 'must have a recipient: the service needs one there');
  if (template !== undefined) findUnsupportedValues(template.variables, can, refuse);
  if (attachments.length > 0 && !can.attachments) refuse('attachments', 'are not possible');
  const inline = attachments.findIndex(({ disposition }) => disposition === 'inline');
  if (inline !== -1 && !can.inlineAttachments) refuse(`attachments[${inline}]`, 'cannot be inline');
  const isShared = visibility === 'shared' && to.length + cc.length > 1;
  if (isShared && can.visibility === 'individual')
    refuse('recipientVisibility', "cannot be 'shared': every recipient gets a separate mail");
  const international = can.internationalLocalPart ? undefined : findInternational(message);
  if (international !== undefined)
    refuse(international, 'has a non-ASCII part before the @, which the service refuses');
  return issues;
}

const plainTypes = ['string', 'number', 'boolean'];

function findUnsupportedValues(
  variables: NonNullable<PreparedMessage['template']>['variables'],
  { templateVariables = 'plain' }: MessageCapabilities,
  refuse: (path: string, text: string) => void,
): void {
  if (templateVariables === 'json') return;
  for (const [name, value] of variables) {
    const path = memberPath('template.variables', name);
    if (templateVariables === 'text' && typeof value !== 'string')
      refuse(path, 'must be a text: the service has no other values');
    else if (!plainTypes.includes(typeof value))
      refuse(path, 'must be a text, a number or a boolean: the service has no other values');
  }
}

function findTooLate(
  { sendAt }: PreparedMessage,
  { limits: { maxScheduleMs = Infinity } }: EmailCapabilities,
  nowMs: number,
): Issue[] {
  if (sendAt === undefined || sendAt.getTime() - nowMs <= maxScheduleMs) return [];
  const hours = Math.floor(maxScheduleMs / 3_600_000);
  return [{ path: 'sendAt', message: `is too late: the service accepts at most ${hours} hours ahead` }];
}

/** The path of the first address with a local part outside ASCII. */
function findInternational(message: PreparedMessage): string | undefined {
  for (const key of ['to', 'cc', 'bcc', 'replyTo'] as const) {
    const index = message[key].findIndex(({ address }) => nonAsciiLocalPart.test(address));
    if (index !== -1) return `${key}[${index}]`;
  }
  const single = {
    from: message.from?.address,
    sender: message.sender?.address,
    envelopeFrom: message.envelopeFrom,
  };
  return Object.entries(single).find(([, address = '']) => nonAsciiLocalPart.test(address))?.[0];
}

function findExcess(
  { to, cc, bcc, attachments, visibility }: PreparedMessage,
  { limits }: EmailCapabilities,
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
