import { UnsupportedError } from '@org/core';
import { readShortFields } from '../../../driver.ts';
import {
  checkOf,
  headerValue,
  type InboundAttachment,
  type InboundHeader,
  inboundOf,
  jsonOf,
  linesOfService,
  type MailForm,
  type ReceivedMail,
  readMailForm,
  spamOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail that a route of Mailgun forwards, verified by its signature. Give the route an address that
 * ends in `/mime` for mail as it was sent: `raw`, and all headers. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('mailgun', () => ({
  // documentation.mailgun.com, "Receive, Forward and Store Messages".
  loads: false,
  async mails(webhook) {
    const signed = await readShortFields(webhook);
    // Events were forms before 2018.
    if (signed === undefined || signed['event'] !== undefined) return undefined;
    return [{ id: signed['token'], load: async () => read(await readMailForm(webhook)) }];
  },
}));

function read(form: MailForm): ReceivedMail {
  const { text } = form;
  const headers = readHeaders(text('message-headers'));
  const own = linesOfService(headers);
  const value = (name: string) => headerValue(own, name);
  const recipient = text('recipient');
  const mime = form.bytes('body-mime');
  return {
    envelope: { from: text('sender'), to: recipient === undefined ? [] : [recipient] },
    ...(mime === undefined ? readFields(form, headers) : { raw: mime }),
    spam: spamOf(value('x-mailgun-sscore'), value('x-mailgun-sflag')),
    authentication: {
      spf: checkOf(value('x-mailgun-spf')),
      dkim: checkOf(value('x-mailgun-dkim-check-result')),
    },
  };
}

function readFields(form: MailForm, headers: readonly InboundHeader[]): Partial<ReceivedMail> {
  const { text } = form;
  return {
    headers,
    from: headerValue(headers, 'from') ?? text('from'),
    subject: text('subject'),
    text: text('body-plain'),
    html: text('body-html'),
    attachments: [...readFiles(form), ...readStored(text('attachments'))],
  };
}

/** A JSON list of pairs. */
function readHeaders(json = ''): InboundHeader[] {
  const lines = jsonOf({ text: json });
  return (Array.isArray(lines) ? lines : []).flatMap((line) => {
    const [name, value] = Array.isArray(line) ? line : [];
    return typeof name === 'string' && typeof value === 'string' ? [{ name, value }] : [];
  });
}

function readFiles(form: MailForm): InboundAttachment[] {
  const contentIds = jsonOf({ text: form.text('content-id-map') ?? '' }) ?? {};
  const idOf = new Map(Object.entries(contentIds).map(([id, field]) => [field, id]));
  return form.files.flatMap((name) => {
    const file = form.file(name);
    if (file === undefined) return [];
    const { filename, contentType, bytes: content } = file;
    return [toAttachment({ filename, contentType, contentId: idOf.get(name), content })];
  });
}

/** `store()` posts the addresses of files, which are on another host than the API. */
function readStored(json = ''): InboundAttachment[] {
  const files = jsonOf({ text: json });
  return (Array.isArray(files) ? files : []).map((file: unknown) =>
    toAttachment({
      filename: wholeText(file, 'name'),
      contentType: wholeText(file, 'content-type'),
      content: () => Promise.reject(stored(wholeText(file, 'url'))),
    }),
  );
}

function stored(url = ''): UnsupportedError {
  return new UnsupportedError({
    message:
      `The route has store(), so the file is at ${url} and not in the webhook. ` +
      'Give it the action forward("<your address>"), or load the file with your key.',
    provider: 'mailgun',
    outcome: 'not-sent',
  });
}
