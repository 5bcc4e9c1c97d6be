import type { CredentialInput, Runtime } from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import { type ContentMessage, createEmailClient, type EmailClient } from '@org/email';
import { type SmtpCapabilities, type SmtpOptions, smtp } from '@org/email/smtp';
import { afterEach } from 'vitest';
import {
  type ScriptedSmtpServer,
  type SmtpAct,
  type SmtpScript,
  startScriptedSmtpServer,
} from './scripted-smtp-server.ts';

export const message: ContentMessage & { readonly text: string } = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Hi',
  text: 'Hello',
};
export const password = 'correct horse battery staple';

export type SmtpClient = EmailClient<SmtpCapabilities>;

/** Servers and clients of one test file, closed after each test. */
export function createSmtpStage() {
  const running: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((thing) => thing.close()));
  });
  return {
    running,
    async start(script: SmtpScript = {}): Promise<ScriptedSmtpServer> {
      const server = await startScriptedSmtpServer(script);
      running.push(server);
      return server;
    },
    client(
      server: ScriptedSmtpServer,
      options: Omit<Partial<SmtpOptions>, 'password'> & {
        readonly password?: CredentialInput | undefined;
      } = {},
      engine: EngineOptions = {},
    ): SmtpClient {
      const place = { host: '127.0.0.1', port: server.port, user: 'mailer', password };
      const driver = smtp({ ...place, ...options } as SmtpOptions);
      const email = createEmailClient({ driver, retry: false, ...engine });
      running.push(email);
      return email;
    },
  };
}

/** Time stands still until the server is silent. Then the limit of `limitMs` passes, and no other. */
export function createStallClock(limitMs: number): {
  readonly stall: () => SmtpAct;
  readonly runtime: Pick<Runtime, 'sleep'>;
} {
  let expire = () => {};
  const stalled = new Promise<void>((resolve) => {
    expire = resolve;
  });
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (ms === limitMs) void stalled.then(resolve);
    });
  const stall = (): SmtpAct => {
    expire();
    return 'stall';
  };
  return { stall, runtime: { sleep } };
}
