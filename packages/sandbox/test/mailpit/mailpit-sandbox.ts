import { createTransport } from 'nodemailer';
import { type Sandbox, startSandbox } from '../../src/index.ts';

/** A sandbox with mail and page, and ways to ask Mailpit's API. */
export async function startMailpit(mail = {}) {
  const sandbox: Sandbox = await startSandbox({ routing: false, realtime: false, mail });
  const origin = new URL(sandbox.page?.url ?? '').origin;
  const { mail: service } = sandbox;
  if (service === undefined) throw new Error('The mail service is not running.');
  const transport = createTransport({ host: service.smtp.host, port: service.smtp.port, ignoreTLS: true });
  return {
    sandbox,
    origin,
    mailbox: service.mailbox,
    send: (mail: Parameters<typeof transport.sendMail>[0]) => transport.sendMail(mail),
    /** Asks as a program does. */
    async ask(method: string, path: string, json?: unknown) {
      const response = await fetch(origin + path, {
        method,
        ...(json !== undefined && { body: typeof json === 'string' ? json : JSON.stringify(json) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        text,
        // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
        json: (isJson ? JSON.parse(text) : undefined) as any,
      };
    },
    async close() {
      transport.close();
      await sandbox.close();
    },
  };
}

/** The smallest picture. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
