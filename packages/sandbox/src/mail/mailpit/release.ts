import { randomUUID } from 'node:crypto';
import { addressParser } from 'postal-mime';
import type { SandboxRequest, SandboxResponse } from '../../http/exchange.ts';
import { fieldsOf, textsOf } from '../kit/fields.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import { ok, refused } from './answers.ts';
import { type Relay, sendToRelay } from './relay.ts';

/** Mailpit's route: sends a message on to the relay. Source: Mailpit v1.30.5, server/apiv1/release.go. */
export async function release(
  message: ReceivedMessage,
  request: SandboxRequest,
  relay: Relay | undefined,
): Promise<SandboxResponse> {
  const problem = await releaseMessage(message, textsOf(fieldsOf(request.json())['To']), relay);
  return problem === undefined ? ok : refused(problem);
}

/**
 * Sends a message on to the relay, with a new date and a new id, and without Bcc. Resolves with the reason
 * when it was not sent.
 */
export async function releaseMessage(
  message: ReceivedMessage,
  to: readonly string[],
  relay: Relay | undefined,
): Promise<string | undefined> {
  if (relay === undefined) return noRelay;
  const invalid = to.find((address) => !/^[^\s<>@,;]{1,200}@[^\s<>@,;]{1,250}$/.test(address));
  if (invalid !== undefined) return `Invalid email address: ${invalid}`;
  if (to.length === 0) return 'No valid addresses found';
  const from = senderOf(message);
  if (from === undefined) return 'No From header found';
  const raw = setHeaders(message.raw, [
    ['Bcc', undefined],
    ['Date', new Date().toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${randomUUID()}@sandbox>`],
  ]);
  try {
    await sendToRelay(relay, { from, to }, raw);
    return undefined;
  } catch (error) {
    return `SMTP error: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const noRelay =
  'No relay is configured, so the message was not released. Start the sandbox with --relay ' +
  'smtp://127.0.0.1:2525, or with the option mail.relay.';

/** The address of `Sender`, or of `From`. */
function senderOf({ parsed }: ReceivedMessage): string | undefined {
  const sender = parsed.headers.find(({ name }) => name === 'sender')?.value ?? '';
  const [named] = addressParser(sender, { flatten: true });
  return named?.address || parsed.from?.address || undefined;
}

/** Replaces header fields, in any case and folded or not; `undefined` removes one. */
function setHeaders(
  raw: Uint8Array,
  fields: readonly (readonly [name: string, value: string | undefined])[],
): Uint8Array {
  const bytes = Buffer.from(raw);
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end === -1 ? bytes.length : end).toString('latin1');
  const names = fields.map(([name]) => `${name.toLowerCase()}:`);
  const kept = head
    .split(/\r\n(?![ \t])/)
    .filter((line) => !names.some((name) => line.slice(0, name.length).toLowerCase() === name));
  const added = fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  const rest = end === -1 ? Buffer.alloc(0) : bytes.subarray(end);
  return Buffer.concat([Buffer.from([...added, ...kept].join('\r\n'), 'latin1'), rest]);
}
