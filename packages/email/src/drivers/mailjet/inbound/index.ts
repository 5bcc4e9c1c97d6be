import { ownValue } from '../../../driver.ts';
import {
  headersOfObject,
  headerValue,
  inboundOf,
  jsonOf,
  listOf,
  parameterOf,
  type ReceivedMail,
  smtpAddress,
  spamOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through Mailjet's Parse API, as the secret in its address or login proves
 * (`webhookSecret`). @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('mailjet', () => ({
  // dev.mailjet.com, "Parse API: inbound emails".
  loads: false,
  mails(webhook) {
    const wire = jsonOf(webhook);
    // An event names itself, and a mail has its sender.
    if (ownValue(wire, 'event') !== undefined || wholeText(wire, 'Recipient') === undefined) return undefined;
    return [{ id: undefined, load: () => read(wire) }];
  },
}));

function read(wire: unknown): ReceivedMail {
  return {
    envelope: {
      from: smtpAddress(wholeText(wire, 'Sender')),
      to: [smtpAddress(wholeText(wire, 'Recipient')) ?? ''],
    },
    headers: headersOfObject(ownValue(wire, 'Headers')),
    subject: wholeText(wire, 'Subject'),
    text: wholeText(wire, 'Text-part'),
    html: wholeText(wire, 'Html-part'),
    attachments: listOf(wire, 'Parts').flatMap((part) => readPart(wire, part) ?? []),
    spam: spamOf(ownValue(wire, 'SpamAssassinScore')),
  };
}

/** A part names the field with its content: `Attachment1`, `InlineAttachment1`. */
function readPart(wire: unknown, part: unknown) {
  const field = wholeText(part, 'ContentRef') ?? '';
  const content = wholeText(wire, field);
  if (!/^(?:Inline)?Attachment\d+$/.test(field) || content === undefined) return undefined;
  const headers = headersOfObject(ownValue(part, 'Headers'));
  const value = (name: string) => headerValue(headers, name);
  const [type, disposition] = [value('content-type'), value('content-disposition')];
  return toAttachment({
    filename: parameterOf(disposition, 'filename') ?? parameterOf(type, 'name'),
    contentType: type,
    contentId: value('content-id'),
    disposition: field.startsWith('Inline') ? 'inline' : disposition,
    content,
  });
}
