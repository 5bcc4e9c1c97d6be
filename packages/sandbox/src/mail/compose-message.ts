import { Writable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailAddress } from './parse-message.ts';

/** An attachment. */
export interface ComposedAttachment {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId?: string;
}

/** A rendered message. */
export interface Composition {
  /** The Message-ID, or its local part. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[] | undefined;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly ComposedAttachment[];
  readonly date: Date;
}

/**
 * Builds the MIME message of a mail service. Returns `undefined` above `maxBytes`.
 */
export async function composeMessage(
  composition: Composition,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const composer = new MailComposer({
    messageId: `<${composition.id.includes('@') ? composition.id : `${composition.id}@mail.localhost`}>`,
    date: composition.date,
    from: toMailbox(composition.from),
    to: composition.to.map(toMailbox),
    ...(composition.cc === undefined ? undefined : { cc: composition.cc.map(toMailbox) }),
    ...(composition.replyTo === undefined ? undefined : { replyTo: composition.replyTo }),
    subject: composition.subject.replace(/[\r\n]+/g, ' '),
    ...(composition.html === undefined ? undefined : { html: composition.html }),
    ...(composition.text === undefined ? undefined : { text: composition.text }),
    headers: composition.headers
      .filter(([name]) => !isStructural(name))
      .map(([key, value]) => ({ key, value })),
    attachments: composition.attachments.map((attachment) => ({
      filename: attachment.filename,
      content: Buffer.from(attachment.content),
      contentType: attachment.contentType,
      contentDisposition: attachment.disposition,
      ...(attachment.contentId === undefined ? undefined : { cid: attachment.contentId }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const node = composer.compile();
  const text = await new Promise<string | undefined>((resolve, reject) => {
    const output = collect(maxBytes);
    node.stream(output.stream, {}, (error) => (error ? reject(error) : resolve(output.text())));
  });
  const message = text === undefined ? undefined : withNetworkBreaks(text);
  return message && message.length <= maxBytes ? new Uint8Array(Buffer.from(message, 'latin1')) : undefined;
}

/**
 * Bytes as characters. The composer's own read stream has four streams behind it, and takes twice as long.
 * Above the limit nothing is kept, and there is no text.
 */
function collect(maxBytes: number) {
  let chunks: Buffer[] = [];
  let size = 0;
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks = [];
      done();
    },
  });
  return { stream, text: () => (size <= maxBytes ? Buffer.concat(chunks).toString('latin1') : undefined) };
}

/** Each line ends with CRLF, also the last one. */
function withNetworkBreaks(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return (lines.endsWith('\n') ? lines : `${lines}\n`).replaceAll('\n', '\r\n');
}

function toMailbox({ name, address }: MailAddress): { name: string; address: string } {
  return { name: name.replace(/[\r\n]+/g, ' '), address };
}

/** Headers that belong to the message. A caller cannot set them. */
function isStructural(name: string): boolean {
  const lower = name.toLowerCase();
  return structural.has(lower) || lower.startsWith('content-');
}

const structural = new Set(['from', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'mime-version']);
