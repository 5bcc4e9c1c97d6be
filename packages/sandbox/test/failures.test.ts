import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createFailureLog } from '../src/failures.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { createMailbox } from '../src/mail/mailbox/mailbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-failures-'));
let sandbox: Sandbox;
const hub = { isBroken: false };

beforeEach(async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  hub.isBroken = false;
  sandbox = await startSandbox({
    routing: false,
    mail: { data: mkdtempSync(join(folder, 'data-')) },
    realtime: {
      clock: {
        now() {
          if (hub.isBroken) throw new Error('The clock is broken');
          return Date.now();
        },
        after(delayMs, callback) {
          const timer = setTimeout(callback, delayMs);
          return () => clearTimeout(timer);
        },
      },
    },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  hub.isBroken = false;
  await sandbox.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let emptyDisk = () => {};
/** Each write into the data folder whose values match fails until the returned function is called. */
function fillDisk(values = /(?:)/): () => void {
  const write = StatementSync.prototype.run;
  const run = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
    this: StatementSync,
    ...row
  ) {
    if (values.test(row.join(' '))) throw new Error('database or disk is full');
    return write.apply(this, row as never);
  });
  emptyDisk = () => run.mockRestore();
  return emptyDisk;
}

const send = (json: object) =>
  fetch(`${sandbox.mail?.services['resend']?.url}/emails`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi', ...json }),
  });
const sendOverSmtp = async () => {
  const { host = '', port = 0 } = sandbox.mail?.smtp ?? {};
  const transport = createTransport({ host, port, ignoreTLS: true });
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
  return transport.sendMail(message).finally(() => transport.close());
};
const tasks = () => sandbox.failures.list().map(({ task }) => task);

/** What fails without a caller, with the task that its row names. */
const background: Readonly<Record<string, () => Promise<string>>> = {
  'scheduled mail whose time comes': async () => {
    fillDisk(/"state":"sent"/);
    await send({ scheduled_at: new Date(Date.now() + 1000).toISOString() });
    return 'Scheduled mail';
  },
  'an event of mail': async () => {
    fillDisk(/^suppressions/);
    await send({ to: 'bounce@example.com' });
    return 'An event of mail';
  },
  'a frame of a client': async () => {
    const { port, app } = sandbox.realtime ?? { port: 0, app: { key: '' } };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${app.key}?protocol=7`);
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'a' } }));
    await sandbox.realtime?.waitForSubscriber('a');
    hub.isBroken = true;
    socket.send(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel: 'a' } }));
    await vi.waitFor(() => expect(tasks().length).toBeGreaterThan(0));
    hub.isBroken = false;
    socket.terminate();
    return 'A frame of a client';
  },
  'a command of SMTP': async () => {
    sandbox.faults.add({ on: 'smtp', match: { command: 'mail' }, delayMs: 1, count: 'always' });
    const free = fillDisk();
    await expect(sendOverSmtp()).rejects.toMatchObject({ responseCode: 451 });
    free();
    return 'SMTP mail';
  },
};

describe('a task without a caller', () => {
  it.each(Object.entries(background))('%s: its error is a row, and the sandbox goes on', async (_, fail) => {
    const task = await fail();
    await expect.poll(tasks).toContain(task);
    emptyDisk();
    sandbox.faults.clear();
    expect((await send({ to: 'after@example.com' })).status).toBe(200);
    const { failures } = (await (await fetch(`${sandbox.page?.url}api/failures`)).json()) as {
      failures: unknown[];
    };
    expect(failures).toMatchObject([{ task, message: expect.stringMatching(/disk is full|broken/) }]);
    sandbox.reset();
    expect(sandbox.failures.list()).toEqual([]);
  });
});

describe('mail that the data folder cannot keep', () => {
  it('is not accepted: 500 over HTTP, 4xx over SMTP, and it is not in the mailbox', async () => {
    const free = fillDisk();
    expect((await send({})).status).toBe(500);
    await expect(sendOverSmtp()).rejects.toThrow(/disk is full/);
    free();
    expect(sandbox.mail?.mailbox.list()).toEqual([]);
    expect(tasks()).toEqual(['POST /resend/emails']);
    expect((await send({})).status).toBe(200);
  });

  it('leaves a full mailbox as it was', async () => {
    const mailbox = createMailbox({ now: () => 0, maxMessages: 1 });
    const deliveryOf = (id: string) => ({
      ...{ id, via: 'smtp' as const, envelope: { from: 'a@b.c', to: ['d@e.f'] } },
      raw: new TextEncoder().encode('Subject: Hi\r\n\r\nHi'),
    });
    await mailbox.deliver(deliveryOf('m1'));
    const stop = mailbox.keep(() => {
      throw new Error('full');
    });
    await expect(mailbox.deliver(deliveryOf('m2'))).rejects.toThrow('full');
    expect(mailbox.list().map(({ id }) => id)).toEqual(['m1']);
    stop();
    await mailbox.deliver(deliveryOf('m3'));
    expect(mailbox.list().map(({ id }) => id)).toEqual(['m3']);
  });
});

it('are numbered in their order, the last 200 of them', () => {
  const log = createFailureLog(() => 0);
  for (let number = 1; number <= 201; number++) log.add('A task', new Error(`${number}`));
  const ids = log.list().map(({ id, message }) => [id, message]);
  expect(ids).toHaveLength(200);
  expect([ids[0], ids.at(-1)]).toEqual([
    ['x2', '2'],
    ['x201', '201'],
  ]);
});
