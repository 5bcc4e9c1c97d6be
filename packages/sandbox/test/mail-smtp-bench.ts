import { connect } from 'node:net';
import nodemailer from 'nodemailer';
import { type MailService, startMailService } from '../src/mail/service/service.ts';
import type { MailServiceOptions } from '../src/mail/service/service-options.ts';

/** A mail that the relay takes. */
export const mail = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', text: 'Hello' };

/** Starts services and stops all of them. */
export function createRelayBenches() {
  const running: MailService[] = [];
  return {
    start: async (options?: MailServiceOptions): Promise<MailService> => {
      const service = await startMailService(options);
      running.push(service);
      return service;
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.splice(0).map((service) => service.close()));
    },
  };
}

/** A plain client with the right login, or with another one. */
export function clientOf({ smtp }: MailService, auth?: { user?: string; pass?: string; method?: string }) {
  const { method, ...login } = auth ?? {};
  return nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    auth: { user: smtp.user, pass: smtp.password, ...login },
    ...(method === undefined ? {} : { authMethod: method }),
  });
}

/** Writes texts one reply at a time and gives all replies. */
export async function talk(service: MailService, lines: readonly string[]): Promise<readonly string[]> {
  const replies: string[] = [];
  const rest = [...lines];
  await new Promise<void>((resolve) => {
    let buffer = '';
    const socket = connect(service.smtp.port, service.smtp.host);
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      const end = /^\d{3} .*\r\n/m.exec(buffer);
      if (!end) return;
      replies.push(buffer);
      buffer = '';
      const next = rest.shift();
      if (next === undefined) socket.end();
      else socket.write(next, 'latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  return replies;
}

/** The line that logs in. */
export function login(service: MailService): string {
  return `AUTH PLAIN ${Buffer.from(`\0plunk\0${service.smtp.password}`).toString('base64')}\r\n`;
}
