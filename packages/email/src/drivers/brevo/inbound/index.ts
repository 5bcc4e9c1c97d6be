import { ownValue } from '../../../driver.ts';
import {
  headersOfObject,
  headerValue,
  type InboundRequests,
  inboundOf,
  jsonOf,
  listOf,
  loadFile,
  mailboxOf,
  type ReceivedMail,
  smtpAddress,
  spamOf,
  textsOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through Brevo's inbound parsing, as the secret in its address or its token proves
 * (`webhookSecret`). `bytes()` of an attachment loads it from Brevo. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('brevo', () => ({
  // developers.brevo.com, "Inbound parsing webhooks": several mails in one post.
  loads: true,
  mails(webhook, requests) {
    const items: unknown = ownValue(jsonOf(webhook), 'items');
    if (!Array.isArray(items)) return undefined;
    return items.map((item: unknown) => ({
      id: textsOf(item, 'Uuid')[0],
      load: () => read(item, requests),
    }));
  },
}));

function read(item: unknown, requests: InboundRequests): ReceivedMail {
  const headers = headersOfObject(ownValue(item, 'Headers'));
  const delivered = smtpAddress(headerValue(headers, 'delivered-to'));
  const named = listOf(item, 'Recipients').filter((each): each is string => typeof each === 'string');
  const mailboxes = (name: string) => {
    const found = listOf(item, name).map((each) => mailboxOf(each, 'Address', 'Name'));
    return found.length > 0 ? found : undefined;
  };
  const from = mailboxOf(ownValue(item, 'From'), 'Address', 'Name');
  return {
    envelope: {
      from: smtpAddress(headerValue(headers, 'return-path')),
      to: named.length > 0 || delivered === undefined ? named : [delivered],
    },
    headers,
    from: from && [from],
    to: mailboxes('To'),
    cc: mailboxes('Cc'),
    subject: wholeText(item, 'Subject'),
    text: wholeText(item, 'RawTextBody'),
    html: wholeText(item, 'RawHtmlBody'),
    attachments: listOf(item, 'Attachments').map((each) => readAttachment(each, requests)),
    spam: spamOf(ownValue(item, 'SpamScore')),
  };
}

function readAttachment(wire: unknown, requests: InboundRequests) {
  const params = { token: wholeText(wire, 'DownloadToken') ?? '' };
  return toAttachment({
    filename: wholeText(wire, 'Name'),
    contentType: wholeText(wire, 'ContentType'),
    contentId: wholeText(wire, 'ContentID'),
    size: ownValue(wire, 'ContentLength'),
    content: () => loadFile(requests, { method: 'GET', path: '/inbound/attachments/{token}', params }),
  });
}
