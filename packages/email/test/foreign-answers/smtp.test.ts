// A reply of any text, with any code, cut anywhere, is an error or a result whose outcome is true.
import { isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Facts, type ForeignReply, startForeignServer, statusOf, steps } from './foreign-smtp-server.ts';

let server: Awaited<ReturnType<typeof startForeignServer>>;
beforeAll(async () => {
  server = await startForeignServer();
});
afterAll(() => server.close());

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hello' } as const;

/** How a call ended: accepted, or with the outcome of its error. */
async function send(): Promise<string> {
  const place = { host: '127.0.0.1', port: server.port, user: 'ann', password: 'p' };
  const email = createEmailClient({ driver: smtp(place), retry: false, limiter: false });
  try {
    const { outcomes } = await email.send(message);
    return outcomes.map(({ status }) => status).join();
  } catch (error) {
    return isOrgError(error) ? `${error.outcome}` : `${error}`;
  } finally {
    await email.close();
  }
}

/** The ends that are true of the facts. */
function trueEnds({ hasMessage, final, data }: Facts): readonly string[] {
  const status = statusOf(final);
  const isRefused = status !== undefined && status >= 400;
  const mayHaveBegun = /^3\d\d/m.test(data);
  if (hasMessage && status !== undefined && status >= 200 && status < 300) return ['accepted', 'unknown'];
  if (hasMessage) return isRefused ? ['not-sent', 'unknown'] : ['unknown'];
  return mayHaveBegun ? ['not-sent', 'unknown'] : ['not-sent'];
}

const codes = [
  ...[
    '000',
    '100',
    '150',
    '200',
    '211',
    '220',
    '221',
    '235',
    '250',
    '251',
    '252',
    '299',
    '300',
    '334',
    '354',
  ],
  ...['399', '421', '450', '452', '454', '500', '502', '535', '550', '552', '554', '599', '600', '999'],
];
const words = fc.constantFrom(
  ...['', 'OK', 'Fine', '2.0.0 Queued', '4.7.1 Try later', '5.1.1 No such user', '5.5.0 <html>', '\0\xff\t'],
  ...['=?UTF-8?Q?x?=', '250 2.0.0 Queued', 'x'.repeat(600), '5.7.1 Relay access denied', '$& %s {x}'],
);
const line = fc
  .tuple(fc.constantFrom(...codes), fc.constantFrom(' ', '-', '\t', ''), words)
  .map((all) => all.join(''));
const replyLines = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((each) => `${each}\r\n`).join(''));
/** Of servers that are none of mail, RFC 9110, 1939, 9051 and 4253. */
const otherProtocols = fc.constantFrom(
  ...[
    'HTTP/1.1 200 OK\r\n\r\n<html>',
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    '+OK POP3 ready\r\n',
    '* OK IMAP4rev1\r\n',
  ],
  ...[
    'SSH-2.0-OpenSSH_9.9\r\n',
    '\x15\x03\x01\x00\x02\x02\x46',
    '',
    '\n',
    '\r\n',
    '25',
    '250',
    '250\r',
    '-ERR no\r\n',
  ],
);
const text = fc.oneof({ weight: 3, arbitrary: replyLines }, otherProtocols);
const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
const foreign = fc
  .tuple(fc.constantFrom(...steps), text, cut, fc.boolean())
  .map(([step, all, at, isClosed]): ForeignReply => {
    const bytes = at === undefined ? all : all.slice(0, Math.floor(all.length * at));
    // What is not whole ends with the connection: silence has time limits of its own.
    return { step, bytes, isCut: isClosed || statusOf(bytes) === undefined };
  });

describe('C27: smtp', () => {
  it('takes no foreign reply for an acceptance, and every outcome is true', async () => {
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(foreign, fc.boolean(), async (reply, isPipelining) => {
        server.next(reply, isPipelining);
        const end = await send();
        const [facts = { hasMessage: false, final: '', data: '' }, ...others] = await server.facts();
        expect(others).toEqual([]);
        expect(trueEnds(facts), JSON.stringify({ reply, facts })).toContain(end);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }),
      { numRuns: 300 },
    );
    expect([...ends.keys()].sort()).toEqual(['accepted', 'not-sent', 'unknown']);
  }, 240_000);

  it('takes no part of a reply for the beginning of the next one', async () => {
    const reply = { step: 'DATA', bytes: '354 Go on\r\n554 ', isCut: false } as const;
    server.next(reply, false);
    const end = await send();
    const [facts = { hasMessage: false, final: '', data: '' }] = await server.facts();
    expect(trueEnds(facts)).toContain(end);
  });

  // Each step with each code by itself: what a drawn test may miss.
  it.each(steps)('each code in reply to %s', async (step) => {
    const wrong: unknown[] = [];
    for (const code of codes)
      for (const isCut of [false, true]) {
        const reply = { step, bytes: `${code} Fine\r\n`, isCut };
        server.next(reply, false);
        const end = await send();
        const [facts = { hasMessage: false, final: '', data: '' }] = await server.facts();
        if (!trueEnds(facts).includes(end)) wrong.push([code, isCut, end, facts]);
      }
    expect(wrong).toEqual([]);
  });
});
