import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../sandbox/src/mail/service.ts';

const program = `
  globalThis.__PACKAGE_VERSION__ = '0.0.0-test';
  const { createEmailClient } = await import('@org/email');
  const { smtp } = await import('@org/email/smtp');
  const email = createEmailClient({ driver: smtp(JSON.parse(process.argv[1])) });
  await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
  process.stdout.write('sent');
`;

let service: MailService | undefined;
afterEach(() => service?.close());

describe('a program that sent its mail over SMTP', () => {
  it('P7: ends by itself, without close, while the server would keep the connection', async () => {
    service = await startMailService();
    const flags = [
      '--conditions=@org/source',
      '--input-type=module',
      '--eval',
      program,
      JSON.stringify(service.smtp),
    ];
    const child = spawn(process.execPath, flags, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    // The server gives up idle connections only after a minute: a client that waits for it runs into this test's limit.
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect([output, code]).toEqual(['sent', 0]);
  });
});
