import { ResponseFormatError } from '@org/core';
import { ownValue } from '../../../driver.ts';
import {
  callApi,
  download,
  headersOfObject,
  type InboundRequests,
  inboundOf,
  jsonOf,
  listOf,
  type ReceivedMail,
  textsOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through Resend, verified by its signature. The webhook has no content: each mail is loaded
 * from the API before your function is called. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('resend', () => ({
  // resend.com/docs, "Receiving emails", "Retrieve received email".
  loads: true,
  mails(webhook, requests) {
    const wire = jsonOf(webhook);
    const data = ownValue(wire, 'data');
    const id = wholeText(data, 'email_id');
    if (wholeText(wire, 'type') !== 'email.received' || id === undefined) return undefined;
    return [{ id, load: () => load(id, data, requests) }];
  },
}));

async function load(id: string, data: unknown, requests: InboundRequests): Promise<ReceivedMail> {
  const path = '/emails/receiving/{id}';
  // Inline images would be base64 in the HTML.
  const query = { html_format: 'cid' };
  const { bytes } = await callApi(requests, { method: 'GET', path, params: { id }, query });
  const wire = jsonOf({ text: new TextDecoder().decode(bytes) });
  const envelope = { to: textsOf(data, 'to') };
  const link = wholeText(ownValue(wire, 'raw'), 'download_url');
  if (link === undefined && wholeText(wire, 'from') === undefined)
    throw new ResponseFormatError({
      message: 'The response of Resend is not a mail: it has neither a link to one nor a sender.',
      issues: [{ path: 'from', message: 'is missing or has another form' }],
      provider: 'resend',
    });
  return link === undefined
    ? readFields(id, wire, envelope, requests)
    : { envelope, raw: await download(link, requests) };
}

function readFields(
  id: string,
  wire: unknown,
  envelope: ReceivedMail['envelope'],
  requests: InboundRequests,
): ReceivedMail {
  const joined = (name: string) => textsOf(wire, name).join(', ') || undefined;
  return {
    envelope,
    headers: headersOfObject(ownValue(wire, 'headers')),
    from: wholeText(wire, 'from'),
    to: joined('to'),
    cc: joined('cc'),
    replyTo: joined('reply_to'),
    subject: wholeText(wire, 'subject'),
    text: wholeText(wire, 'text'),
    html: wholeText(wire, 'html'),
    attachments: listOf(wire, 'attachments').map((file) => readAttachment(id, file, requests)),
  };
}

function readAttachment(id: string, file: unknown, requests: InboundRequests) {
  const size = ownValue(file, 'size');
  const params = { id, file: wholeText(file, 'id') ?? '' };
  return toAttachment({
    filename: wholeText(file, 'filename'),
    contentType: wholeText(file, 'content_type'),
    contentId: wholeText(file, 'content_id'),
    disposition: wholeText(file, 'content_disposition'),
    size: typeof size === 'number' ? size : undefined,
    // Links expire: each is asked for when it is needed.
    async content() {
      const path = '/emails/receiving/{id}/attachments/{file}';
      const { bytes } = await callApi(requests, { method: 'GET', path, params });
      const wire = jsonOf({ text: new TextDecoder().decode(bytes) });
      return download(wholeText(wire, 'download_url') ?? '', requests);
    },
  });
}
