import type { HttpRequest } from '@org/core';
import {
  cannotCarry,
  encodeFilesApart,
  formatMailbox,
  headersOf,
  isoSeconds,
  messageOptions,
  type PreparedMessage,
  readBoolean,
  readFilledText,
  refuseBesideTemplate,
  tagText,
  undefinedIfBare,
  undefinedIfEmpty,
} from '../../driver.ts';

const optionReaders = {
  transactional: readBoolean,
  ipPool: readFilledText,
  inlineCss: readBoolean,
  campaignId: readFilledText,
};

/** `POST /transmissions`: each recipient gets a mail, which shows all of `to` and `cc`. */
export function encodeSend(message: PreparedMessage): HttpRequest {
  const { template, sendAt, tracking, metadata, envelopeFrom } = message;
  const options = messageOptions(message, 'sparkpost', optionReaders);
  const json = {
    options: {
      start_time: sendAt && isoSeconds(sendAt).replace('Z', '+00:00'),
      open_tracking: tracking.opens,
      click_tracking: tracking.clicks,
      transactional: options.transactional,
      ip_pool: options.ipPool,
      inline_css: options.inlineCss,
      // Otherwise `{{name}}` in the content is replaced.
      perform_substitutions: template === undefined ? false : undefined,
    },
    recipients: encodeRecipients(message),
    content: template === undefined ? encodeContent(message) : encodeTemplate(message, template.id),
    campaign_id: options.campaignId,
    metadata: undefinedIfBare(metadata),
    substitution_data: template && Object.fromEntries(template.variables),
    return_path: envelopeFrom,
  };
  return { method: 'POST', path: '/transmissions', json };
}

function encodeRecipients({ to, cc, bcc, tags }: PreparedMessage) {
  refuseSubstitutions({ to });
  const shown = to.map(formatMailbox).join(', ');
  const labels = undefinedIfEmpty(tags.map(tagText));
  return [...to, ...cc, ...bcc].map(({ address }) => ({
    address: { email: address, header_to: shown },
    tags: labels,
  }));
}

function encodeContent(message: PreparedMessage): Record<string, unknown> {
  const { from, replyTo, cc, subject, html, text, attachments } = message;
  const { files, images } = encodeFilesApart('sparkpost', attachments, 'data');
  const copies = cc.map(formatMailbox).join(', ');
  const headers = { ...headersOf(message), ...(copies === '' ? {} : { CC: copies }) };
  const content = {
    from: from && { email: from.address, name: from.name },
    reply_to: replyTo[0] && formatMailbox(replyTo[0]),
    subject,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
  };
  refuseSubstitutions(content);
  return {
    ...content,
    html,
    text,
    attachments: files,
    inline_images: images,
  };
}

/** Headers are evaluated although `perform_substitutions` is false. */
function refuseSubstitutions(fields: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(fields).find(([, value]) => JSON.stringify(value ?? '').includes('{{'));
  if (found !== undefined)
    throw cannotCarry('sparkpost', found[0], 'has {{, which SparkPost replaces in headers', 'Change it.');
}

/** Beside a template, SparkPost ignores these fields without an error (anymail/django-anymail ee11776). */
function encodeTemplate(message: PreparedMessage, id: string): Record<string, unknown> {
  refuseBesideTemplate('sparkpost', message, ['from', 'subject', 'html']);
  refuseBesideTemplate('sparkpost', message, ['replyTo', 'headers', 'cc', 'attachments']);
  return { template_id: id };
}
