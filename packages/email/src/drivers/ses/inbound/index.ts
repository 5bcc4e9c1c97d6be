import { ConfigurationError } from '@org/core';
import { decodeBase64, readBounded, utf8 } from '@org/core/webhooks';
import { ownValue } from '../../../driver.ts';
import {
  type InboundCheck,
  type InboundOptions,
  type InboundReader,
  inboundOf,
  jsonOf,
  notMail,
  type ReceivedMail,
  textsOf,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail of a receipt rule of SES, through its topic of Amazon SNS, which signs. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('ses', readerFor, { fetchObject: 0 });

/** An object of S3 with a mail. @public */
export interface SesMailObject {
  readonly bucket: string;
  readonly key: string;
}

/** Where SES puts mail. @public */
export interface SesInboundOptions extends InboundOptions {
  /**
   * Loads a mail that a receipt rule stored in S3, with your own client. Without it, only mail of a rule with
   * the action SNS is read, of 150 kB at most.
   */
  readonly fetchObject?:
    | ((object: SesMailObject) => Promise<Uint8Array | ReadableStream<Uint8Array>>)
    | undefined;
}

/** docs.aws.amazon.com/ses, "Contents of notifications for Amazon SES email receiving". */
function readerFor({ fetchObject }: SesInboundOptions, maxBytes: number): InboundReader<false> {
  return {
    loads: false,
    mails(webhook) {
      const message = wholeText(jsonOf(webhook), 'Message');
      const wire = message === undefined ? undefined : jsonOf({ text: message });
      if (wholeText(wire, 'notificationType') !== 'Received') return undefined;
      const mail = ownValue(wire, 'mail');
      // Without one, it is about a failure to store a mail.
      if (mail === undefined) return [];
      const load = async () => ({ ...read(wire), raw: await rawOf(wire, fetchObject, maxBytes) });
      return [{ id: wholeText(mail, 'messageId'), load }];
    },
  };
}

function read(wire: unknown): ReceivedMail {
  const [mail, receipt] = [ownValue(wire, 'mail'), ownValue(wire, 'receipt')];
  const verdict = (name: string) => wholeText(ownValue(receipt, `${name}Verdict`), 'status');
  const recipients = textsOf(receipt, 'recipients');
  return {
    envelope: {
      from: wholeText(mail, 'source'),
      to: recipients.length > 0 ? recipients : textsOf(mail, 'destination'),
    },
    spam: { isSpam: verdicts.get(verdict('spam') ?? '')?.isSpam },
    authentication: {
      spf: verdicts.get(verdict('spf') ?? '')?.check,
      dkim: verdicts.get(verdict('dkim') ?? '')?.check,
      dmarc: verdicts.get(verdict('dmarc') ?? '')?.check,
    },
  };
}

/** GRAY, DISABLED and PROCESSING_FAILED say nothing. */
const verdicts: ReadonlyMap<string, { readonly check: InboundCheck; readonly isSpam: boolean }> = new Map([
  ['PASS', { check: 'pass', isSpam: false }],
  ['FAIL', { check: 'fail', isSpam: true }],
]);

async function rawOf(
  wire: unknown,
  fetchObject: SesInboundOptions['fetchObject'],
  maxBytes: number,
): Promise<Uint8Array> {
  const action = ownValue(ownValue(wire, 'receipt'), 'action');
  const content = wholeText(wire, 'content');
  if (content !== undefined) {
    const isBase64 = wholeText(action, 'encoding') === 'BASE64';
    const bytes = isBase64 ? decodeBase64(content) : utf8(content);
    if (bytes === undefined) throw notMail('is not base64, as its notification says');
    return bytes;
  }
  const [bucket, key] = [wholeText(action, 'bucketName'), wholeText(action, 'objectKey')];
  if (bucket === undefined || key === undefined) throw notMail('has neither content nor an object of S3');
  if (fetchObject === undefined)
    throw new ConfigurationError({
      message: `The mail is the object ${key} in the bucket ${bucket}: pass \`fetchObject\` to inbound().`,
      provider: 'ses',
    });
  const object = await fetchObject({ bucket, key });
  if (object instanceof Uint8Array) return object;
  const bytes = await readBounded(object, maxBytes);
  if (bytes === undefined) throw notMail(`is larger than ${maxBytes} bytes`);
  return bytes;
}
