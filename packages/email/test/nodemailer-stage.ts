import type { OrgError, SendResult } from '@org/email';
import { type NodemailerInfo, nodemailerTransport } from '@org/email/nodemailer';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import type { createSmtpStage, SmtpClient } from './smtp-stage.ts';

/** One mail, as a server gets it. */
export interface SeenMail {
  readonly raw: string;
  readonly parsed: object;
  readonly from: string;
  readonly to: readonly string[];
  /** Further header lines in lower case, without those of the wire form. */
  readonly lines: readonly string[];
}

/** What nodemailer and our transport made of the same mail. */
export interface BothMails {
  readonly own: SeenMail | Error;
  readonly ours: SeenMail | OrgError;
  readonly lossy: SendResult['lossy'];
}

// Nodemailer writes `X-MSMail-Priority` too; no program of today reads it.
const ofWire = /^(?:content-|date:|from:|sender:|to:|cc:|bcc:|reply-to:|subject:|mime-version:|x-msmail-)/;

/** Sends a mail by nodemailer alone, and by our transport to the server of the stage. */
export async function sendBoth(
  { client, server }: { readonly client: SmtpClient; readonly server: Server },
  create: () => SendMailOptions,
  defaults: SendMailOptions = {},
): Promise<BothMails> {
  const ownTransport = nodemailer.createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    defaults,
  );
  const own = await ownTransport.sendMail(create()).then(
    ({ message, envelope }) => see(message.toString('latin1'), envelope.from || '', [...envelope.to]),
    (error: Error) => error,
  );
  const place = server.messages.length;
  const linesBefore = server.lines.length;
  const transport = nodemailer.createTransport(nodemailerTransport(client), defaults);
  try {
    const info = (await transport.sendMail(create())) as unknown as NodemailerInfo;
    const commands = server.lines.slice(linesBefore);
    const addresses = (command: string) =>
      commands.flatMap((line) => (line.startsWith(command) ? (/<(.*?)>/.exec(line)?.[1] ?? '') : []));
    const [from = ''] = addresses('MAIL FROM');
    const ours = await see(server.messages[place] ?? '', from, addresses('RCPT TO'));
    return { own, ours, lossy: info.lossy };
  } catch (error) {
    return { own, ours: error as OrgError, lossy: [] };
  }
}

type Server = Awaited<ReturnType<ReturnType<typeof createSmtpStage>['start']>>;

async function see(raw: string, from: string, to: readonly string[]): Promise<SeenMail> {
  const { headers: _, ...read } = await parseMessage(Buffer.from(raw, 'latin1'));
  const parsed = { ...read, attachments: read.attachments.map(withoutChoices) };
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => decoded(decoded(line)).toLowerCase().replace(/ +/g, ' '))
    .filter((line) => !ofWire.test(line));
  return { raw, parsed, from, to, lines: lines.sort() };
}

/** A line as its reader shows it: without encoded words (RFC 2047), of which one may hold others. */
function decoded(line: string): string {
  const joined = line.replace(/\?= +=\?/g, '?==?');
  return joined.replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) => {
    const text = word.replaceAll('_', ' ').replace(/=([\da-f]{2})/gi, '%$1');
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  });
}

/**
 * A file of the HTML is inline here, whatever its type, because services need that for `cid:`. The name that
 * nodemailer invents for a type that it does not know ends with an asterisk.
 */
function withoutChoices<File extends { readonly contentId?: string | undefined }>(file: File): object {
  const {
    contentId,
    disposition,
    filename = '',
    ...others
  } = file as File & Readonly<Record<string, string>>;
  const isOfHtml =
    contentId !== undefined && disposition === 'attachment' && !/^image/.test(others['contentType'] ?? '');
  return {
    ...others,
    contentId,
    filename: filename.replace(/^(attachment-\d+)\.\*$/, '$1.bin'),
    disposition: isOfHtml ? 'inline' : disposition,
  };
}

/** The parts of both mails that differ. */
export function differencesOf({ own, ours }: BothMails): readonly string[] {
  if (own instanceof Error || ours instanceof Error) return ['one is an error'];
  const withoutId = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('message-id:'));
  const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);
  const names = Object.keys({ ...own.parsed, ...ours.parsed }).filter(
    (name) => !/^(messageId|date)$/.test(name),
  );
  return [
    ...names.filter((name) => !isSame(Reflect.get(own.parsed, name), Reflect.get(ours.parsed, name))),
    ...(isSame([own.from, [...own.to].sort()], [ours.from, [...ours.to].sort()]) ? [] : ['envelope']),
    ...(isSame(withoutId(own.lines), withoutId(ours.lines)) ? [] : ['headers']),
  ];
}
