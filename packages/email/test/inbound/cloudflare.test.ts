import type { InboundMail } from '@org/email/inbound';
import { inbound, type WorkerMessage } from '@org/email/inbound/cloudflare';
import { describe, expect, it } from 'vitest';

const authenticated =
  'Authentication-Results: mx.cloudflare.net;\r\n\tdkim=pass header.d=example.com;\r\n' +
  '\tdmarc=fail policy.dmarc=none;\r\n' +
  '\tspf=none (no records) smtp.helo=a.example.com;\r\n\tspf=softfail smtp.mailfrom=ann@example.com\r\n';
const mail = 'From: Ann <ann@example.com>\r\nSubject: Order\r\n\r\nship it\r\n';

function messageOf(raw: string) {
  const rejections: string[] = [];
  const message: WorkerMessage = {
    from: 'bounces@example.com',
    to: 'in@acme.dev',
    raw: new Blob([raw]).stream(),
    setReject: (reason) => rejections.push(reason),
  };
  return { message, rejections };
}

async function read(raw: string) {
  const mails: InboundMail[] = [];
  const { message, rejections } = messageOf(raw);
  const errors: unknown[] = [];
  const email = inbound((given) => mails.push(given), { onError: (error) => errors.push(error) });
  await email(message);
  return { mails, rejections, errors };
}

describe('mail of an Email Worker', () => {
  it('has its envelope, its content and the results of Cloudflare', async () => {
    const { mails, rejections } = await read(authenticated + mail);
    expect(mails).toMatchObject([
      {
        provider: 'cloudflare',
        envelope: { from: 'bounces@example.com', to: ['in@acme.dev'] },
        from: { address: 'ann@example.com', name: 'Ann' },
        text: 'ship it',
        authentication: { dkim: 'pass', dmarc: 'fail', spf: 'softfail' },
      },
    ]);
    expect(rejections).toEqual([]);
  });

  it.each([
    ['a header of the sender', 'Authentication-Results: example.com; dmarc=pass\r\n'],
    ['no header', ''],
    ['a header below another one', `Authentication-Results: example.com; a=b\r\n${authenticated}`],
  ])('security: believes nothing with %s', async (_what, headers) => {
    expect((await read(headers + mail)).mails[0]?.authentication).toEqual({});
  });

  const fails = 'dmarc=fail header.from=bank.com';
  it.each([
    [
      'a comment',
      `spf=fail (of "x; dmarc=pass y"@evil.com) smtp.mailfrom=evil.com; ${fails}`,
      'fail',
      'fail',
    ],
    ['a comment inside another', `spf=fail (a (b; spf=pass) \\); dmarc=pass); ${fails}`, 'fail', 'fail'],
    ['a quoted string', `spf=fail smtp.mailfrom="\\"(; dmarc=pass y"@evil.com; ${fails}`, 'fail', 'fail'],
    ['a quoted string in a word', `spf=none; dm"x"arc=pass; ${fails}`, 'none', 'fail'],
    ['a comment in a word', `spf=none; dm(x)arc=pass; ${fails}`, 'none', 'fail'],
    ['a comment without an end', `spf=none; (x; dmarc=pass`, 'none', undefined],
    ['different results', `spf=pass smtp.mailfrom=a; spf=fail smtp.mailfrom=b; dmarc=pass; ${fails}`],
  ])('security: believes nothing in %s', async (_what, results, spf?: string, dmarc?: string) => {
    const { mails } = await read(`Authentication-Results: mx.cloudflare.net; ${results}\r\n${mail}`);
    expect(mails[0]?.authentication).toEqual({ spf, dkim: undefined, dmarc });
  });

  it('reads results of a megabyte', async () => {
    const words = ['(', '"', '\\', ';'].map((word) => word.repeat(100_000)).join('a');
    const { mails } = await read(`Authentication-Results: mx.cloudflare.net; dmarc=pass ${words}\r\n${mail}`);
    expect(mails[0]?.authentication.dmarc).toBe('pass');
  });

  it('refuses a mail that cannot be read', async () => {
    const hostile = `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\n'.repeat(2_000)}`;
    const { mails, rejections, errors } = await read(hostile);
    expect([mails, rejections.length, String(errors[0])]).toEqual([
      [],
      1,
      expect.stringContaining('1000 parts'),
    ]);
  });

  it('refuses a mail that is too large, and reads no further', async () => {
    const { message, rejections } = messageOf(mail);
    await inbound(() => expect.fail('not called'), { maxBytes: 10, onError: () => {} })(message);
    expect(rejections).toHaveLength(1);
  });

  it('does not refuse a mail that it did not get whole', async () => {
    const { message, rejections } = messageOf(mail);
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('cut off')) });
    const email = inbound(() => expect.fail('not called'), { onError: () => expect.fail('not called') });
    await expect(email({ ...message, raw: broken })).rejects.toThrow('cut off');
    expect(rejections).toEqual([]);
  });

  it('passes on what the Worker has, and the error of the function', async () => {
    const given: unknown[] = [];
    const email = inbound(
      (_mail, _message: WorkerMessage, env: { readonly key: string }, context: object) => {
        given.push(env.key, context);
        throw new Error('the queue is down');
      },
    );
    const context = {};
    await expect(email(messageOf(mail).message, { key: 'k' }, context)).rejects.toThrow('the queue is down');
    expect(given).toEqual(['k', context]);
  });
});
