import { type Issue, PayloadTooLargeError, UnsupportedError } from '@org/core';
import type { EmailCapabilities } from './capabilities.ts';
import type { PreparedMessage } from './message.ts';

const nonAsciiLocalPart = /\P{ASCII}.*@/u;

/**
 * What no `onLossy` can make good: leaving it out would make another message of it.
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
  const issues: Issue[] = [];
  const refuse = (path: string, text: string) => void issues.push({ path, message: text });
  if (message.template !== undefined && !can.template)
    refuse('template', 'is not possible: the service stores no templates');
  if (message.sendAt !== undefined && !can.sendAt)
    refuse('sendAt', 'is not possible: the service does not send later');
  if (message.attachments.length > 0 && !can.attachments) refuse('attachments', 'are not possible');
  const inline = message.attachments.findIndex(({ disposition }) => disposition === 'inline');
  if (inline !== -1 && !can.inlineAttachments) refuse(`attachments[${inline}]`, 'cannot be inline');
  const isSeveral = message.to.length + message.cc.length > 1;
  if (message.visibility === 'shared' && isSeveral && can.visibility === 'individual')
    refuse('recipientVisibility', "cannot be 'shared': every recipient gets a mail of their own");
  if (!can.internationalLocalPart) {
    for (const key of ['to', 'cc', 'bcc', 'replyTo'] as const) {
      const index = message[key].findIndex(({ address }) => nonAsciiLocalPart.test(address));
      if (index !== -1)
        refuse(`${key}[${index}]`, 'has a non-ASCII part before the @, which the service does not take');
    }
    if (nonAsciiLocalPart.test(message.from?.address ?? ''))
      refuse('from', 'has a non-ASCII part before the @, which the service does not take');
  }
  return issues;
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
