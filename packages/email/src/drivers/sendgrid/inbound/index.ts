import { type CredentialInput, fromEnv } from '@org/core';
import { createLiveSecrets, utf8 } from '@org/core/webhooks';
import { ownValue, postedForm, type ReceivedWebhook, verifySharedSecret } from '../../../driver.ts';
import {
  checkOf,
  digestOf,
  headersOfText,
  type InboundOptions,
  type InboundReader,
  inboundOf,
  jsonOf,
  type MailForm,
  notMail,
  type ReceivedMail,
  readMailForm,
  soleCheck,
  spamOf,
  textsOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';
import { isSignedRequest } from '../signature.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through SendGrid's Inbound Parse, in both of its forms; take "Send Raw" for mail as it was
 * sent. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('sendgrid', readerFor, { secret: 0 });

/** How mail from SendGrid proves where it comes from. @public */
export interface SendGridInboundOptions extends InboundOptions {
  /**
   * The secret in the address or login of the Parse webhook: `?token=…`; several during a rotation. A webhook
   * with a security policy is signed instead; its key is one of `webhookSecret` of the driver.
   *
   * @defaultValue SENDGRID_INBOUND_SECRET
   */
  readonly secret?: CredentialInput | readonly CredentialInput[] | undefined;
}

/** twilio.com/docs/sendgrid, "Inbound Email Parse Webhook", "Securing your Inbound Parse webhooks". */
function readerFor({
  secret = fromEnv('SENDGRID_INBOUND_SECRET'),
}: SendGridInboundOptions): InboundReader<false> {
  const secrets = createLiveSecrets([secret].flat() as readonly CredentialInput[]);
  return {
    loads: false,
    verify: (webhook) =>
      isForm(webhook) && !isSignedRequest(webhook) ? verifySharedSecret(webhook, { secrets }) : undefined,
    async mails(webhook) {
      if (!isForm(webhook)) return undefined;
      const form = await readMailForm(webhook);
      if (proofs.every((name) => form.bytes(name) === undefined))
        throw notMail('has none of `email`, `headers` and `envelope`');
      return [{ id: await idOf(form), load: () => read(form) }];
    },
  };
}

/** Events are JSON. */
const isForm = (webhook: ReceivedWebhook) => postedForm(webhook) !== undefined;

/** One of them is in each form of a mail. */
const proofs = ['email', 'headers', 'envelope'];

/** Of the mail and its recipients: SendGrid gives none. */
async function idOf(form: MailForm): Promise<string> {
  const mail = await digestOf(form.bytes('email') ?? form.bytes('headers') ?? new Uint8Array());
  return digestOf(utf8(`${mail} ${form.text('envelope')}`));
}

function read(form: MailForm): ReceivedMail {
  const { text } = form;
  const envelope = jsonOf({ text: text('envelope') ?? '' });
  const from = ownValue(envelope, 'from');
  const raw = form.bytes('email');
  return {
    envelope: { from: typeof from === 'string' ? from : undefined, to: textsOf(envelope, 'to') },
    ...(raw === undefined ? readFields(form) : { raw }),
    spam: spamOf(text('spam_score')),
    authentication: (author) => ({
      spf: checkOf(text('SPF')),
      dkim: dkimOf(text('dkim') ?? '', author?.address ?? ''),
    }),
  };
}

/** `{@example.org : pass, @example.com : fail}`: of the author's domain or one above it. */
function dkimOf(results: string, author: string) {
  const domain = author.slice(author.lastIndexOf('@')).replace('@', '.').toLowerCase();
  const signatures = [...results.toLowerCase().matchAll(/@([^\s:,{}@]+)\s*:\s*([a-z]+)/g)];
  return soleCheck(
    signatures.flatMap(([, signer, result = '']) => (domain.endsWith(`.${signer}`) ? [result] : [])),
  );
}

/** Each field is in its own character set. */
function readFields(form: MailForm): Partial<ReceivedMail> {
  const charsets = jsonOf({ text: form.text('charsets') ?? '' });
  const text = (name: string) => form.text(name, wholeText(charsets, name));
  const info = jsonOf({ text: form.text('attachment-info') ?? '' });
  return {
    headers: headersOfText(form.text('headers') ?? ''),
    subject: text('subject'),
    text: text('text'),
    html: text('html'),
    attachments: form.files.flatMap((name) => {
      const [file, own] = [form.file(name), ownValue(info, name)];
      if (file === undefined) return [];
      return toAttachment({
        filename: wholeText(own, 'filename') ?? file.filename,
        contentType: wholeText(own, 'type') ?? file.contentType,
        contentId: wholeText(own, 'content-id'),
        content: file.bytes,
      });
    }),
  };
}
