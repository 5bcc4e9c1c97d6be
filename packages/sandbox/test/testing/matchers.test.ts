import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codesIn, linksIn, sandboxForWorker, type WorkerSandbox } from '../../src/testing/index.ts';
import { matchers } from '../../src/testing/vitest.ts';

expect.extend(matchers);

let sandbox: WorkerSandbox;
beforeAll(async () => {
  sandbox = await sandboxForWorker();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

async function send(parts: { to?: string; subject?: string; text?: string; html?: string }) {
  const { host, port } = sandbox.mail.smtp;
  const relay = createTransport({ host, port });
  await relay.sendMail({ from: 'Ann <ann@acme.dev>', to: 'bob@example.com', ...parts });
}

const failureOf = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no failure';
};

describe('toHaveReceived', () => {
  it('takes a sandbox, its mail service or a mailbox', async () => {
    await send({ subject: 'Welcome', text: 'Hello Bob' });
    expect(sandbox).toHaveReceived({ to: 'Bob@example.com', subject: 'Welcome' });
    expect(sandbox.mail).toHaveReceived({ from: 'ann@acme.dev', text: 'Hello' });
    expect(sandbox.mail.mailbox).toHaveReceived({ subject: /^welc/i, service: 'smtp' });
    expect(sandbox).not.toHaveReceived({ subject: 'Welcom' });
    expect(sandbox).not.toHaveReceived({ to: 'bob@example.com', subject: 'Other' });
  });

  it('waits with expect.poll()', async () => {
    setTimeout(() => void send({ subject: 'Later' }), 20);
    await expect.poll(() => sandbox).toHaveReceived({ subject: 'Later' });
  });

  it('shows what differs in the closest messages', async () => {
    await send({ to: 'eve@example.com', subject: 'Invoice' });
    await send({ subject: 'Welcome back' });
    const failure = failureOf(() =>
      expect(sandbox).toHaveReceived({ to: 'bob@example.com', subject: 'Welcome' }),
    );
    expect(failure).toBe(`Expected a message with to "bob@example.com", subject "Welcome".
The mailbox has 2, the closest first:
  to bob@example.com: Welcome back
    - subject "Welcome"
    + subject "Welcome back"
  to eve@example.com: Invoice
    - to "bob@example.com"
    + to "eve@example.com"
    - subject "Welcome"
    + subject "Invoice"`);
  });

  it('shows an empty mailbox, and what arrived against `not`', async () => {
    expect(failureOf(() => expect(sandbox).toHaveReceived({ subject: 'A' }))).toContain('mailbox is empty');
    await send({ subject: 'A' });
    const failure = failureOf(() => expect(sandbox).not.toHaveReceived({ subject: 'A' }));
    expect(failure).toBe('Expected no message with subject "A".\nReceived:\n  to bob@example.com: A');
  });

  it('refuses unknown conditions, none, and values without a mailbox', () => {
    const wrong = { subjekt: 'A' } as object;
    expect(failureOf(() => expect(sandbox).toHaveReceived(wrong))).toContain('Did you mean "subject"?');
    expect(failureOf(() => expect(sandbox).not.toHaveReceived({}))).toContain('needs a condition');
    expect(failureOf(() => expect({}).not.toHaveReceived({ to: 'a' }))).toContain('needs a sandbox');
  });
});

describe('waits', () => {
  it('for mail name the conditions and what did arrive', async () => {
    await send({ subject: 'Welcome' });
    const { mailbox } = sandbox.mail;
    await expect(mailbox.waitFor({ subject: 'Welcome' })).resolves.toMatchObject({ via: 'smtp' });
    await expect(mailbox.waitFor({ to: 'eve@example.com' }, { timeoutMs: 5 })).rejects.toThrow(
      'No message with to "eve@example.com" arrived within 5 ms. The last of 1 messages:\n' +
        '  to bob@example.com: Welcome',
    );
  });

  it('for a subscriber resolve now or later, and name the channels that have one', async () => {
    const { realtime } = sandbox;
    const socket = new WebSocket(`ws://127.0.0.1:${realtime.port}/app/${realtime.app.key}?protocol=7`);
    const waiting = realtime.waitForSubscriber('orders');
    socket.onmessage = ({ data }) => {
      if (JSON.parse(data).event === 'pusher:connection_established')
        for (const channel of ['private-orders', 'orders'])
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
    };
    expect(await waiting).toMatchObject({ name: 'orders', subscriptionCount: 1 });
    expect(await realtime.waitForSubscriber('orders')).toMatchObject({ name: 'orders' });
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(realtime.waitForSubscriber('x', { signal })).rejects.toThrow('stop');
    await expect(realtime.waitForSubscriber('orders', { userId: 'ann', timeoutMs: 5 })).rejects.toThrow(
      'No client of the user ann subscribed to orders within 5 ms. 1 channels have subscribers:\n  orders',
    );
    socket.close();
    await expect.poll(() => realtime.channels()).toEqual([]);
    await expect(realtime.waitForSubscriber('orders', { timeoutMs: 5 })).rejects.toThrow(
      'No channel has a subscriber.',
    );
  });

  it('for a subscriber name a refusal', async () => {
    const { realtime } = sandbox;
    const socket = new WebSocket(`ws://127.0.0.1:${realtime.port}/app/${realtime.app.key}?protocol=7`);
    const isRefused = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        if (!String(data).includes('connection_established')) return resolve();
        const wish = { channel: 'private-orders', auth: `${realtime.app.key}:wrong` };
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: wish }));
      };
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failure = realtime.waitForSubscriber('private-orders', { timeoutMs: 300 }).catch(String);
    await isRefused;
    vi.advanceTimersByTime(300);
    expect(await failure).toContain('A subscription was refused: Invalid signature');
    socket.close();
  });
});

describe('codesIn', () => {
  const codesOf = (text: string, subject = '') =>
    codesIn({ parsed: { subject, text } as Parameters<typeof codesIn>[0]['parsed'] });

  it.each([
    ['Your code: 483920', ['483920']],
    ['Use 123-456 to sign in.', ['123456']],
    ['Use 123 456 to sign in.', ['123456']],
    ['Your verification code is:\n\n  7X4K2Q\n\n(c) 2026 Acme', ['7X4K2Q', '2026']],
    ['Order 99812 of 2026.\nYour PIN is 4711', ['4711', '99812', '2026']],
    ['See https://acme.example/reset/123456', []],
    ['Call 12345678901, or HELLO', []],
    ['**482913**', ['482913']],
  ])('finds them in %j', (text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('finds them in the subject, and in HTML without text', () => {
    expect(codesOf('Hello', '482913 is your code')).toEqual(['482913']);
    const html = '<style>a{margin:1000px}</style><p>Code</p><b>48&#50;913</b>';
    expect(codesIn({ parsed: { html } as Parameters<typeof codesIn>[0]['parsed'] })).toEqual(['482913']);
  });

  it('finds codes and links in a received mail', async () => {
    const html =
      '<p>Your code is <b>915 204</b>. <a href="https://acme.example/v?a=1&amp;b=2">Verify</a></p>';
    await send({ subject: 'Sign in', html });
    const message = await sandbox.mail.mailbox.waitFor({ subject: 'Sign in' });
    expect(codesIn(message)).toEqual(['915204']);
    expect(linksIn(message)).toEqual(['https://acme.example/v?a=1&b=2']);
  });

  it('takes linear time', () => {
    for (const piece of ['1 ', '123 ', '1-', '\n', 'a://', '<', 'code\n']) {
      const startedAt = process.threadCpuUsage();
      codesOf(piece.repeat(200_000));
      expect(process.threadCpuUsage(startedAt).user, piece).toBeLessThan(1_000_000);
    }
  });
});
