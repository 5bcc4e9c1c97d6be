// The same conversation with a server that reads ahead (PIPELINING, RFC 2920), and with one that does not.
import { isOrgError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SmtpAct } from './scripted-smtp-server.ts';
import { createSmtpStage, message } from './smtp-stage.ts';

const { start, client } = createSmtpStage();
const to = ['ann@example.com', 'bob@example.com', 'cat@example.com'];

interface Acts {
  readonly mail: SmtpAct;
  readonly recipients: readonly SmtpAct[];
  readonly data: SmtpAct;
  readonly final: SmtpAct;
}

/** Two mails on one connection: what became of each, and what the server has. */
async function converse({ mail, recipients, data, final }: Acts, ahead: readonly string[]) {
  const server = await start({
    extensions: ['AUTH PLAIN', ...ahead],
    acts: {
      MAIL: mail,
      RCPT: (line) => recipients[to.findIndex((address) => line.includes(address))],
      DATA: data,
      final,
    },
  });
  const email = client(server, { pool: { maxConnections: 1 } });
  const send = () =>
    email.send({ ...message, to, recipientVisibility: 'shared' }).then(
      ({ outcomes }) =>
        outcomes.map(({ recipient, status, error }) => [recipient, status, error?.code, error?.message]),
      (error) => {
        if (!isOrgError(error)) throw error;
        return [error.name, error.code, error.outcome, error.retryable, error.providerCode, error.message];
      },
    );
  const first = await send();
  server.script = { extensions: ['AUTH PLAIN', ...ahead] };
  const second = await send();
  const anonymous = (text: string) => text.replace(/<[\w-]+@acme\.dev>|:\d{4,5}\b/g, '…');
  const texts = JSON.parse(anonymous(JSON.stringify([first, second])));
  return { first: texts[0], second: texts[1], mails: server.messages.length };
}

describe('a server that reads ahead', () => {
  it('gets sender, recipients and DATA in one piece', async () => {
    const server = await start({ extensions: ['AUTH PLAIN', 'PIPELINING'] });
    await client(server).send({ ...message, to, recipientVisibility: 'shared' });
    expect(server.received.filter((text) => text.startsWith('MAIL'))).toEqual([
      expect.stringMatching(/^MAIL FROM:<ann@acme\.dev>\r\n(?:RCPT TO:<\w+@example\.com>\r\n){3}DATA\r\n$/),
    ]);
  });

  it('that goes on after a refused sender gets no empty message', async () => {
    const acts = { MAIL: '550 5.7.1 No' };
    const server = await start({ extensions: ['AUTH PLAIN', 'PIPELINING'], acts });
    await expect(client(server).send(message)).rejects.toMatchObject({ outcome: 'not-sent', status: 550 });
    await expect.poll(() => server.open).toBe(0);
    expect(server.received.join('')).toMatch(/DATA\r\n$/);
  });

  const ok = '250 2.1.0 Fine';
  const go = '354 Go on';
  const acts: readonly [what: string, acts: Acts][] = [
    ['all is well', { mail: ok, recipients: [ok, ok, ok], data: go, final: ok }],
    ['the sender is refused', { mail: '550 5.7.1 No', recipients: [ok, ok, ok], data: go, final: ok }],
    ['one is refused', { mail: ok, recipients: ['550 5.1.1 No', ok, ok], data: go, final: ok }],
    [
      'all are refused, and DATA is taken',
      { mail: ok, recipients: ['550 5.1.1 A', '550 5.1.1 B', '451 4.2.1 C'], data: go, final: ok },
    ],
    [
      'all are refused, DATA is taken, and the end is cut',
      { mail: ok, recipients: ['550 5.1.1 A', '550 5.1.1 B', '550 5.1.1 C'], data: go, final: 'cut' },
    ],
    ['DATA is refused', { mail: ok, recipients: [ok, ok, ok], data: '451 4.3.0 Later', final: ok }],
    ['the message is refused', { mail: ok, recipients: [ok, ok, ok], data: go, final: '554 5.6.0 No' }],
    ['too many', { mail: ok, recipients: [ok, '452 4.5.3 Too many recipients', ok], data: go, final: ok }],
    ['it leaves at MAIL', { mail: '421 4.3.2 Bye', recipients: [ok, ok, ok], data: go, final: ok }],
    ['it leaves at RCPT', { mail: ok, recipients: [ok, '421 4.3.2 Bye', ok], data: go, final: ok }],
    ['it leaves at DATA', { mail: ok, recipients: [ok, ok, ok], data: '421 4.3.2 Bye', final: ok }],
    ['it is cut at RCPT', { mail: ok, recipients: [ok, 'cut', ok], data: go, final: ok }],
    ['it is cut at the end', { mail: ok, recipients: [ok, ok, ok], data: go, final: 'cut' }],
  ];

  it.each(acts)('E13: means the same when %s', async (_what, each) => {
    expect(await converse(each, ['PIPELINING'])).toEqual(await converse(each, []));
  });

  it('E13: means the same in any conversation', { timeout: 30_000 }, async () => {
    const reply = (...more: string[]) =>
      fc.constantFrom<SmtpAct>(ok, ok, ok, '450 4.2.0 Later', '550 5.7.1 No', 'cut', ...more);
    const drawn = fc.record({
      mail: reply(),
      recipients: fc.tuple(reply('452 4.5.3 Too many recipients'), reply('551 5.1.6 Moved'), reply()),
      data: fc.constantFrom<SmtpAct>(go, go, go, '451 4.3.0 Later', '554 5.5.1 No', 'cut'),
      final: reply('552 5.3.4 Too large'),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async (each) => {
        expect(await converse(each, ['PIPELINING'])).toEqual(await converse(each, []));
      }),
      { numRuns: 20 },
    );
  });
});
