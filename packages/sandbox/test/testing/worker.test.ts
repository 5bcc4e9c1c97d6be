import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { sandboxForWorker } from '../../src/testing/index.ts';

afterAll(async () => (await sandboxForWorker()).close());

it('starts one sandbox for all callers of a worker, with mail and realtime', async () => {
  const [first, second] = await Promise.all([sandboxForWorker(), sandboxForWorker({})]);
  expect(second).toBe(first);
  expect(first.mail.mailbox.list()).toEqual([]);
  expect(first.realtime.channels()).toEqual([]);
  expect(first.routing).toBeUndefined();
});

it('refuses other options than those of the first call', async () => {
  await sandboxForWorker();
  await expect(sandboxForWorker({ mail: { maxMessageBytes: 1 } })).rejects.toThrow('other options');
});

it('starts another one after a close', async () => {
  const first = await sandboxForWorker();
  await first.close();
  const second = await sandboxForWorker();
  expect(second).not.toBe(first);
  expect((await fetch(`${second.mail.apiUrl}/`)).status).toBeGreaterThanOrEqual(400);
});

it('closes with the process of a worker, and does not keep it alive', async () => {
  const entry = JSON.stringify(new URL('../../src/testing/index.ts', import.meta.url));
  const program = `
    import { createTransport } from 'nodemailer';
    import { sandboxForWorker } from ${entry};
    const { mail } = await sandboxForWorker();
    const relay = createTransport({ host: '127.0.0.1', port: mail.smtp.port, pool: true });
    await relay.sendMail({ from: 'a@acme.dev', to: 'b@example.com', subject: 'Hi', text: 'Hi' });
    const message = await mail.mailbox.waitFor({ to: 'B@example.com', subject: /^hi$/i });
    relay.close();
    let closed = false;
    process.once('beforeExit', () => fetch(mail.apiUrl).catch(() => (closed = true)));
    process.on('exit', () => console.log(JSON.stringify({ closed, subject: message.parsed.subject })));
  `;
  const child = spawn(process.execPath, ['--conditions=@org/source', '--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 20_000,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ subject: 'Hi', closed: true });
});
