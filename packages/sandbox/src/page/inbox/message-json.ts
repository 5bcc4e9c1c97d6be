import { codesIn } from '../../mail/message/codes.ts';
import { findLinks } from '../../mail/message/links.ts';
import type { MailAddress } from '../../mail/message/parse-message.ts';
import { previewOf } from '../../mail/message/preview.ts';
import type { ReceivedMessage } from '../../mail/message/received-message.ts';
import { readWords } from '../../mail/message/words.ts';
import type { MailOutcome } from '../../mail/store/recipient-outcomes.ts';
import { readLinkTexts } from '../mail-html/link-texts.ts';

/** A message of a list. */
export type MessageSummary = ReturnType<typeof summarize>;
/** A message with its content. */
export type MessageDetail = ReturnType<typeof describe> & {
  /** Whether it is in the mailbox. */
  readonly isDelivered: boolean;
  readonly request?: string;
};

const maxShown = 3;
const maxRecipients = 1000;

/** The parts of a message for a list, with the outcomes of its first recipients, and a count of each. */
export function summarize(message: ReceivedMessage, outcomes: readonly MailOutcome[]) {
  const { id, receivedAt, via, envelope, parsed, raw, labels, tags, isRead } = message;
  return {
    id,
    receivedAt: receivedAt.toISOString(),
    via,
    service: labels?.service,
    tags,
    isRead,
    from: parsed.from?.name || parsed.from?.address || envelope.from,
    to: envelope.to.slice(0, maxShown),
    recipients: envelope.to.length,
    subject: parsed.subject ?? '',
    preview: previewOf(parsed).slice(0, 140),
    attachments: parsed.attachments.length,
    sizeBytes: raw.byteLength,
    outcomes: outcomes.slice(0, maxShown).map(showOutcome),
    states: countStates(outcomes),
  };
}

/** All of a message. */
export function describe(message: ReceivedMessage, outcomes: readonly MailOutcome[]) {
  const { envelope, parsed } = message;
  const links = findLinks(parsed);
  const texts = readLinkTexts(parsed.html ?? '');
  return {
    ...summarize(message, outcomes),
    outcomes: outcomes.slice(0, maxRecipients).map(showOutcome),
    from: parsed.from ? formatAddress(parsed.from) : envelope.from,
    envelope: { from: envelope.from, to: envelope.to.slice(0, maxRecipients) },
    to: parsed.to.map(formatAddress),
    cc: parsed.cc.map(formatAddress),
    replyTo: parsed.replyTo.map(formatAddress),
    hasHtml: parsed.html !== undefined && parsed.html !== '',
    text: parsed.text,
    headers: parsed.headers,
    // For programs that show no HTML.
    textOfHtml: parsed.text ? undefined : readWords(parsed).visible,
    links,
    linkTexts: links.map((url) => texts.get(url) ?? ''),
    codes: codesIn(message),
    defect: parsed.defect,
    attachments: parsed.attachments.map(({ filename, contentType, content }, index) => ({
      index,
      name: filename ?? `part-${index + 1}`,
      contentType,
      sizeBytes: content.byteLength,
    })),
  };
}

function showOutcome({ recipient, state, reason, at }: MailOutcome) {
  return { recipient, state, reason, at: at.toISOString() };
}

function countStates(outcomes: readonly MailOutcome[]): Partial<Record<MailOutcome['state'], number>> {
  const counts: Partial<Record<MailOutcome['state'], number>> = {};
  for (const { state } of outcomes) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function formatAddress({ name, address }: MailAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}
