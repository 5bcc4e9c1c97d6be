import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type ProgramContext, WrongUsage } from '@org/core/command';
import type { EmailMessage } from '../model/message.ts';
import type { messageOptions } from './command-line.ts';

type MessageValues = Readonly<Partial<Record<keyof typeof messageOptions, string | readonly string[]>>> & {
  readonly file?: string | undefined;
};

/** The message of a JSON file, or of stdin for `-`; an option wins over the field of the file. */
export async function readMessage(
  { file, 'reply-to': replyTo, ...values }: MessageValues,
  { stdin }: Pick<ProgramContext, 'stdin'>,
): Promise<EmailMessage> {
  const { from, to, cc, bcc, subject, text, html } = values;
  const given = Object.entries({ from, to, cc, bcc, replyTo, subject, text, html });
  const fields = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  if (file === undefined && Object.keys(fields).length === 0)
    throw new WrongUsage('A message is missing: --file message.json, or --from, --to, --subject and --text.');
  // The client checks every field.
  return { ...(file !== undefined && (await readJson(file, stdin))), ...fields } as unknown as EmailMessage;
}

async function readJson(file: string, stdin: ProgramContext['stdin']): Promise<object> {
  const text = file === '-' ? await textOf(stdin) : await readFile(file, 'utf8').catch(unreadable(file));
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), toDate);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The parser repeats the text, which may be personal.
  }
  throw new WrongUsage(`--file ${file} is not a JSON object with the fields of a message.`);
}

const unreadable = (file: string) => (error: NodeJS.ErrnoException) => {
  throw new WrongUsage(`--file ${file} cannot be read: ${error.code}.`);
};

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** JSON has no dates. Another text stays, and the client refuses it. */
function toDate(name: string, value: unknown): unknown {
  if (name !== 'sendAt' || typeof value !== 'string' || !isoTime.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}
