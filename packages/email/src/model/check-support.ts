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
  const common = { provider, outcome: 'not-sent' } as const;
  const issues = findUnsupported(message, capabilities);
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

function findExcess(
  { to, cc, bcc, attachments }: PreparedMessage,
  { limits }: EmailCapabilities,
): Issue | undefined {
  const { maxRecipients, maxAttachments, maxAttachmentBytes } = limits;
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  const counts = [
    ['to', to.length + cc.length + bcc.length, maxRecipients, 'recipients for one message'],
    ['attachments', attachments.length, maxAttachments, 'attachments'],
    ['attachments', bytes, maxAttachmentBytes, 'bytes of attachments'],
  ] as const;
  for (const [path, count, most = Infinity, what] of counts)
    if (count > most) return { path, message: `at most ${most} ${what}` };
  return undefined;
}
