import { setTimeout as sleep } from 'node:timers/promises';
import { mailOutcomeStates } from '../../mail/store/recipient-outcomes.ts';
import type { MessageDetail, MessageSummary } from '../../page/inbox-routes.ts';
import { defineCommand, print } from '../command.ts';
import { findSandbox, type SandboxClient, urlOption } from '../sandbox-client.ts';
import { CommandError, UsageError } from '../usage-error.ts';

interface MessageList {
  readonly total: number;
  readonly undelivered: number;
  readonly matches: number;
  readonly messages: readonly MessageSummary[];
}

/** `sandbox mail list`: the mailbox, newest first. */
export const mailList = defineCommand({
  name: 'mail list',
  summary: 'list the mail and its outcomes, newest first',
  details: 'A query is of words, "quoted phrases" and terms such as from:ann or has:attachment.',
  options: {
    query: { type: 'string', value: '<query>', help: "only matches, in Mailpit's search language" },
    outcome: {
      type: 'string',
      value: '<state>',
      help: `only mail with one: ${mailOutcomeStates.join(', ')}`,
    },
    limit: { type: 'string', value: '<n>', help: 'at most so many (50)' },
    ...urlOption,
  },
  async run(invocation) {
    const { query = '', outcome, limit } = invocation.options;
    if (outcome !== undefined && !mailOutcomeStates.some((state) => state === outcome))
      throw new UsageError(`--outcome must be one of ${mailOutcomeStates.join(', ')}, not "${outcome}".`);
    const most = readNumber('--limit', limit, 50);
    const client = await findSandbox(invocation.options, invocation.signal);
    const terms = outcome === undefined ? query : `${query} outcome:${outcome}`;
    const wanted = new URLSearchParams({ undelivered: 'yes', limit: `${most}`, query: terms.trim() });
    const found = await client.get<MessageList>(`/api/messages?${wanted}`);
    const lines = found.messages.map((message) => `${lineOf(message)}\n`);
    const { matches, total, undelivered } = found;
    const note = undelivered === 0 ? '' : `, ${undelivered} not delivered`;
    print(invocation, found, `${lines.join('')}${matches} of ${total + undelivered} messages${note}\n`);
  },
});

/** `sandbox mail show latest`: one message. */
export const mailShow = defineCommand({
  name: 'mail show',
  usage: '<id or latest>',
  summary: 'print one message',
  minArgs: 1,
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    const message = await client.get<MessageDetail>(
      `/api/messages/${encodeURIComponent(await idOf(client, invocation.args[0] ?? ''))}`,
    );
    const { from, to, cc, subject, receivedAt, text, attachments, links, outcomes } = message;
    const files = attachments.map(({ name, sizeBytes }) => `${name} (${sizeBytes} bytes)`);
    const rows = [
      ['From', from],
      ['To', to.join(', ')],
      ['Cc', cc.join(', ')],
      ['Subject', subject],
      ['Date', receivedAt],
      ['Files', files.join(', ')],
      ...outcomes.map(({ recipient, state, reason }) => ['Outcome', joinTexts(recipient, state, reason)]),
    ];
    const head = rows.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}\n`);
    const body = text ?? `(no text: ${client.url}messages/${encodeURIComponent(message.id)}/html)`;
    const tail = links.length === 0 ? '' : `\nLinks:\n${links.map((link) => `  ${link}\n`).join('')}`;
    print(invocation, message, `${head.join('')}\n${body.trimEnd()}\n${tail}`);
  },
});

/** `sandbox mail wait --to bob@example.com`: the first message that matches, now or later. */
export const mailWait = defineCommand({
  name: 'mail wait',
  summary: 'wait for a message, and print it',
  details:
    'A message that is there already counts. It exits with 1 when the time is over.\n' +
    'In each condition, * stands for any text.',
  options: {
    to: { type: 'string', value: '<address>', help: 'a recipient' },
    from: { type: 'string', value: '<address>', help: 'the sender' },
    subject: { type: 'string', value: '<text>', help: 'the whole subject: *code* for a part' },
    text: { type: 'string', value: '<text>', help: 'a part of the text or HTML' },
    service: { type: 'string', value: '<name>', help: 'the service that took it: resend, smtp' },
    timeout: { type: 'string', value: '<seconds>', help: 'the longest wait (30)' },
    ...urlOption,
  },
  async run(invocation) {
    const { timeout, url: _, json: __, help: ___, ...conditions } = invocation.options;
    const end = Date.now() + readNumber('--timeout', timeout, 30) * 1000;
    const client = await findSandbox(invocation.options, invocation.signal);
    const wanted = new URLSearchParams(Object.entries(conditions));
    for (;;) {
      const leftMs = Math.max(end - Date.now(), 0);
      wanted.set('timeoutMs', String(Math.min(leftMs, longestRequestMs)));
      try {
        const message = await client.get<MessageSummary>(`/api/messages/wait?${wanted}`);
        return print(invocation, message, `${lineOf(message)}\n`);
      } catch (error) {
        if (invocation.signal.aborted || Date.now() >= end) throw error;
        await sleep(50); // a sandbox that cannot wait answers at once
      }
    }
  },
});

const longestRequestMs = 20_000;

async function idOf(client: SandboxClient, asked: string): Promise<string> {
  if (asked !== 'latest') return asked;
  const { messages } = await client.get<MessageList>('/api/messages?limit=1');
  if (messages[0] === undefined) throw new CommandError('The mailbox is empty.');
  return messages[0].id;
}

export function lineOf({ id, receivedAt, from, to, recipients, subject, states }: MessageSummary): string {
  const more = recipients > to.length ? ` and ${recipients - to.length} more` : '';
  const ends = Object.entries(states).map(([state, count]) =>
    recipients === 1 ? state : `${count} ${state}`,
  );
  const outcome = ends.join() === 'delivered' ? '' : `  (${ends.join(', ')})`;
  return `${receivedAt}  ${id}  ${from} to ${to.join(', ')}${more}: ${subject || '(no subject)'}${outcome}`;
}

/** `bob@example.com bounced. The word …` */
function joinTexts(recipient: string, state: string, reason: string | undefined): string {
  return `${recipient} ${state}${reason === undefined ? '' : `. ${reason}`}`;
}

/** @throws {UsageError} for text that is not a positive number */
function readNumber(option: string, text: string | undefined, byDefault: number): number {
  const value = text === undefined ? byDefault : Number(text);
  if (text?.trim() !== '' && value > 0 && Number.isFinite(value)) return value;
  throw new UsageError(`${option} must be a positive number, not "${text}".`);
}
