import { type Issue, PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { EmailCapabilities } from './capabilities.ts';
import type { PreparedMessage } from './message.ts';

const nonAsciiLocalPart = /\P{ASCII}.*@/u;

/**
 * Checks the parts that `onLossy` cannot save: without them it would be another message.
 *
 * @throws UnsupportedError, PayloadTooLargeError
 */
export function checkSupport(
  message: PreparedMessage,
  capabilities: EmailCapabilities,
  provider: string,
): void {
  const issues = findUnsupported(message, capabilities);
  const [first] = issues;
  if (first !== undefined) {
    throw new UnsupportedError({
      message: `${provider} cannot send this message: \`${first.path}\` ${first.message}.`,
      provider,
      outcome: 'not-sent',
      issues,
    });
  }
  const excess = findExcess(message, capabilities);
  if (excess !== undefined) {
    throw new PayloadTooLargeError({
      message: `${provider} takes ${excess.message}.`,
      provider,
      outcome: 'not-sent',
      issues: [excess],
    });
  }
}

function findUnsupported(message: PreparedMessage, { message: can }: EmailCapabilities): Issue[] {
  const { template, sendAt, attachments, to, cc, visibility } = message;
  const inline = attachments.findIndex(({ disposition }) => disposition === 'inline');
  const isShared = visibility === 'shared' && to.length + cc.length > 1;
  const international = can.internationalLocalPart ? undefined : findInternational(message);
  const problems: readonly (readonly [boolean, string | undefined, string])[] = [
    [template !== undefined && !can.template, 'template', 'is not possible: the service stores no templates'],
    [sendAt !== undefined && !can.sendAt, 'sendAt', 'is not possible: the service does not send later'],
    [attachments.length > 0 && !can.attachments, 'attachments', 'are not possible'],
    [inline !== -1 && !can.inlineAttachments, `attachments[${inline}]`, 'cannot be inline'],
    [
      isShared && can.visibility === 'individual',
      'recipientVisibility',
      "cannot be 'shared': every recipient gets a separate mail",
    ],
    [
      international !== undefined,
      international,
      'has a non-ASCII part before the @, which the service refuses',
    ],
  ];
  return problems.flatMap(([isProblem, path = '', text]) => (isProblem ? [{ path, message: text }] : []));
}

/** The path of the first address with a local part outside ASCII. */
function findInternational({ from, ...message }: PreparedMessage): string | undefined {
  for (const key of ['to', 'cc', 'bcc', 'replyTo'] as const) {
    const index = message[key].findIndex(({ address }) => nonAsciiLocalPart.test(address));
    if (index !== -1) return `${key}[${index}]`;
  }
  return nonAsciiLocalPart.test(from?.address ?? '') ? 'from' : undefined;
}

function findExcess(message: PreparedMessage, { limits }: EmailCapabilities): Issue | undefined {
  const { maxRecipients = Infinity, maxAttachments = Infinity, maxAttachmentBytes = Infinity } = limits;
  const recipients = message.to.length + message.cc.length + message.bcc.length;
  const bytes = message.attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (recipients > maxRecipients)
    return { path: 'to', message: `at most ${maxRecipients} recipients for one message` };
  if (message.attachments.length > maxAttachments)
    return { path: 'attachments', message: `at most ${maxAttachments} attachments` };
  if (bytes > maxAttachmentBytes)
    return { path: 'attachments', message: `at most ${maxAttachmentBytes} bytes of attachments` };
  return undefined;
}
