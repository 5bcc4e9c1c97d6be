import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../sandbox/src/mail/service/service.ts';
import { startScriptedSmtpServer } from './scripted-smtp-server.ts';
import { testCertificate } from './test-certificate.ts';

const program = (end: string) => `
  const { createEmailClient } = await import('@org/email');
  const { smtp } = await import('@org/email/smtp');
  const email = createEmailClient({ driver: smtp(JSON.parse(process.argv[1])) });
  const to = ['bob@example.com', 'cat@example.com'];
  const message = { from: 'ann@acme.dev', to, subject: 'Hi', text: 'Hi' };
  await email.send(message);
  await email.send(message);
  ${end}
  process.stdout.write('sent');
`;

async function run(
  options: object,
  end: string,
): Promise<{ readonly output: string; readonly code: unknown }> {
  const flags = [
    '--conditions=@org/source',
    '--input-type=module',
    '--eval',
    program(end),
    JSON.stringify(options),
  ];
  const child = spawn(process.execPath, flags, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  // The servers keep an idle connection longer than the limit of this test: a client must not wait for them.
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { output, code };
}

let service: MailService | undefined;
afterEach(() => service?.close());

describe('a program after its last mail over SMTP', () => {
  it.each([
    ['without close', ''],
    ['after close', 'await email.close();'],
  ])('P7: ends by itself, %s', async (_how, end) => {
    service = await startMailService();
    expect(await run(service.smtp, end)).toEqual({ output: 'sent', code: 0 });
  });

  it.each([
    ['without close', ''],
    ['after close', 'await email.close();'],
  ])('P7: ends by itself, %s, over STARTTLS', async (_how, end) => {
    const server = await startScriptedSmtpServer({ tls: testCertificate });
    const place = { host: 'localhost', port: server.port, requireTls: true, user: 'mailer', password: 'x' };
    try {
      expect(await run({ ...place, tls: { ca: testCertificate.cert } }, end)).toEqual({
        output: 'sent',
        code: 0,
      });
      expect(server.connections).toBe(1);
    } finally {
      await server.close();
    }
  });
});
