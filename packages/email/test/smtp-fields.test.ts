import type { EmailMessage } from '@org/email';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '../../sandbox/src/mail/message/parse-message.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const extensions = ['AUTH PLAIN', 'DSN', 'SMTPUTF8'];

/** Sends one message; returns its envelope, its header and its parts. */
async function send(fields: object) {
  const server = await start({ extensions });
  const result = await client(server).send({ ...message, ...fields } as EmailMessage);
  const raw = server.messages[0] ?? '';
  const head = raw.split('\r\n\r\n')[0]?.replace(/\r\n[ \t]+/g, ' ') ?? '';
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  const commands = server.lines.filter((line) => /^(?:MAIL|RCPT)/.test(line));
  return { result, raw, header, commands, parsed: await parseMessage(Buffer.from(raw, 'latin1')) };
}

describe('smtp() and the fields of a message', () => {
  it('`sender` is the header Sender, and not the envelope', async () => {
    const { header, commands } = await send({ sender: 'Büro <desk@acme.dev>' });
    expect(header('Sender')).toMatch(/^=\?UTF-8\?.*\?= <desk@acme\.dev>$/);
    expect([header('From'), commands[0]]).toEqual([
      'ann@acme.dev',
      expect.stringMatching(/^MAIL FROM:<ann@acme\.dev>/),
    ]);
  });

  it('`envelopeFrom` is the reverse path alone (VERP)', async () => {
    const { commands, raw } = await send({ envelopeFrom: 'bounce+bob=example.com@acme.dev' });
    expect(commands[0]).toMatch(/^MAIL FROM:<bounce\+bob=example\.com@acme\.dev> /);
    expect(raw).not.toContain('bounce+');
  });

  it('`messageId` is the header, the id of the result and the envelope id', async () => {
    const { header, commands, result } = await send({ messageId: 'order-7@acme.dev' });
    expect(header('Message-ID')).toBe('<order-7@acme.dev>');
    expect(result.messageId).toBe('<order-7@acme.dev>');
    expect(commands[0]).toMatch(/ ENVID=order-7@acme\.dev$/);
  });

  it('`alternatives` follow text and HTML', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Grüße\r\nEND:VCALENDAR\r\n';
    const { raw, parsed } = await send({
      html: '<p>Hi</p>',
      alternatives: [{ contentType: 'text/calendar; method=REQUEST; charset=utf-8', content }],
    });
    const types = [...raw.matchAll(/^Content-Type: ([\w/]+)/gim)].map(([, type]) => type);
    expect(types).toEqual(['multipart/alternative', 'text/plain', 'text/html', 'text/calendar']);
    expect(raw).toMatch(/^Content-Type: text\/calendar; method=REQUEST; charset=utf-8/im);
    const part = parsed.attachments.find(({ contentType }) => contentType === 'text/calendar');
    expect(new TextDecoder().decode(part?.content).replace(/\r?\n/g, '\r\n')).toBe(content);
  });

  it('blind copies alone: the mail names nobody', async () => {
    const { header, commands, raw } = await send({ to: [], bcc: ['bob@example.com', 'cat@example.com'] });
    expect(commands.slice(1)).toEqual(['RCPT TO:<bob@example.com>', 'RCPT TO:<cat@example.com>']);
    expect(header('To')).toBe('Undisclosed recipients:;');
    expect(raw).not.toMatch(/bob@|cat@|^Bcc/im);
  });

  it('copies alone: no To', async () => {
    const { header } = await send({ to: [], cc: 'cat@example.com' });
    expect([header('To'), header('Cc')]).toEqual([undefined, 'cat@example.com']);
  });

  it('`priority` and `listUnsubscribe` are header fields', async () => {
    const listUnsubscribe = { url: 'https://acme.dev/u', mailto: 'out@acme.dev', oneClick: true };
    const { header } = await send({ priority: 'high', listUnsubscribe });
    expect([header('X-Priority'), header('Importance')]).toEqual(['1 (Highest)', 'high']);
    expect(header('List-Unsubscribe')).toBe('<https://acme.dev/u>, <mailto:out@acme.dev>');
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  });

  it.each(['sender', 'envelopeFrom'])('E11: `%s` outside ASCII needs SMTPUTF8', async (field) => {
    const server = await start();
    const international = { ...message, [field]: 'jürgen@acme.dev' };
    await expect(client(server).send(international)).rejects.toMatchObject({ code: 'unsupported' });
    const { commands } = await send({ [field]: 'jürgen@acme.dev' });
    expect(commands[0]).toContain('SMTPUTF8');
  });

  it.each<[string, object]>([
    ['sender', { sender: 'desk@acme.dev\r\nBcc: thief@evil.example' }],
    ['envelopeFrom', { envelopeFrom: 'a@acme.dev> ORCPT=x' }],
    ['messageId', { messageId: 'a@acme.dev>\r\nBcc: <thief@evil.example' }],
    [
      'alternatives',
      { alternatives: [{ contentType: 'text/calendar\r\nBcc: x@evil.example', content: 'x' }] },
    ],
  ])('E2: %s creates no header and no command', async (_, fields) => {
    const server = await start();
    await expect(client(server).send({ ...message, ...fields } as EmailMessage)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(server.connections).toBe(0);
  });
});
