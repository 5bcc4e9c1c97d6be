// SparkPost's Transmissions API as its documentation (June 2026) describes it.
import type { ReceivedMail } from '@org/email/testing';
import { type JsonService, startJsonService } from '../support/json-service.ts';
import { arrived, given, type Mailbox } from '../support/mail-service.ts';

interface WireFile {
  readonly name: string;
  readonly data: string;
}

interface Transmission {
  readonly options: {
    readonly start_time?: string;
    readonly open_tracking?: boolean;
    readonly click_tracking?: boolean;
    readonly perform_substitutions?: boolean;
  };
  readonly recipients: readonly {
    readonly address: { readonly email: string; readonly header_to: string };
    readonly tags?: readonly string[];
  }[];
  readonly content: {
    readonly from: Mailbox;
    readonly subject: string;
    readonly html?: string;
    readonly text?: string;
    readonly reply_to?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly attachments?: readonly WireFile[];
    readonly inline_images?: readonly WireFile[];
  };
  readonly metadata?: Readonly<Record<string, string>>;
  readonly return_path?: string;
}

export interface SparkPostStandIn extends JsonService {
  readonly mails: readonly ReceivedMail[];
}

export async function startSparkPost(): Promise<SparkPostStandIn> {
  const mails: ReceivedMail[] = [];
  let transmissions = 0;
  const service = await startJsonService(
    {
      'POST /transmissions': ({ json }) => {
        const transmission = json<Transmission>();
        transmissions += 1;
        if (transmission.options.start_time === undefined) mails.push(toMail(transmission));
        const total_accepted_recipients = transmission.recipients.length;
        const id = `1166878748495052${transmissions}`;
        return [200, { results: { id, total_accepted_recipients, total_rejected_recipients: 0 } }];
      },
    },
    ({ authorization }) =>
      authorization === 'sp-good' ? undefined : [401, { errors: [{ message: 'Unauthorized.' }] }],
    [404, { errors: [{ message: 'resource not found', code: '1600' }] }],
  );
  return { ...service, mails };
}

const fill = (text: string | undefined, isOn: boolean) => (isOn ? text?.replace(/\{\{.*?\}\}+/g, '') : text);

function toMail({ options, recipients, content, metadata, return_path }: Transmission): ReceivedMail {
  const { attachments = [], inline_images: images = [], headers } = content;
  const isFilled = options.perform_substitutions !== false;
  const mail = arrived({
    from: content.from,
    to: recipients.map(({ address }) => ({ email: address.email })),
    replyTo: content.reply_to,
    subject: content.subject,
    html: fill(content.html, isFilled),
    text: fill(content.text, isFilled),
    headers: { ...headers, to: recipients[0]?.address.header_to ?? '' },
    files: [
      ...attachments.map(({ name, data }) => ({ name, content: data })),
      ...images.map(({ name, data }) => ({ name, content: data, contentId: name })),
    ],
    rest: {
      tags: recipients[0]?.tags,
      metadata,
      tracking: given({ opens: options.open_tracking, clicks: options.click_tracking }),
    },
  });
  return { ...mail, envelope: { ...mail.envelope, from: return_path ?? mail.envelope.from } };
}
