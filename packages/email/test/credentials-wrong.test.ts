// Every option of a driver that takes a credential source, with sources that return or throw what none may.
import type { CredentialSource } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { returnsString, throwing } from '../../core/test/wrong-sources.ts';
import { brevo } from '../src/drivers/brevo/index.ts';
import { elasticemail } from '../src/drivers/elasticemail/index.ts';
import { generic } from '../src/drivers/generic/index.ts';
import { mailersend } from '../src/drivers/mailersend/index.ts';
import { mailgun } from '../src/drivers/mailgun/index.ts';
import { mailjet } from '../src/drivers/mailjet/index.ts';
import { plunk } from '../src/drivers/plunk/index.ts';
import { postmark } from '../src/drivers/postmark/index.ts';
import { resend } from '../src/drivers/resend/index.ts';
import { sendgrid } from '../src/drivers/sendgrid/index.ts';
import { ses } from '../src/drivers/ses/index.ts';
import { sesSmtpPassword, smtp } from '../src/drivers/smtp/index.ts';
import { createEmailClient, type EmailDriver } from '../src/index.ts';
import { acme } from './generic/acme.ts';
import { startScriptedSmtpServer } from './scripted-smtp-server.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', html: '<p>Hi</p>' };

async function send(driver: EmailDriver): Promise<unknown> {
  const transport = createFakeTransport([{ answer: { json: {} } }]);
  const email = createEmailClient({ driver, transport, retry: false });
  onTestFinished(() => email.close());
  return email.send(message);
}

const overSmtp = (options: (source: CredentialSource) => object) => async (source: CredentialSource) => {
  const server = await startScriptedSmtpServer();
  onTestFinished(() => server.close());
  return send(smtp({ host: '127.0.0.1', port: server.port, ...options(source) }) as EmailDriver);
};

const drivers: Readonly<Record<string, (source: CredentialSource) => Promise<unknown>>> = {
  brevo: (apiKey) => send(brevo({ apiKey }) as EmailDriver),
  elasticemail: (apiKey) => send(elasticemail({ apiKey }) as EmailDriver),
  generic: (apiKey) => send(generic(acme, { apiKey }) as EmailDriver),
  mailersend: (apiKey) => send(mailersend({ apiKey }) as EmailDriver),
  mailgun: (apiKey) => send(mailgun({ apiKey, domain: 'mg.acme.dev' }) as EmailDriver),
  'mailjet, apiKey': (apiKey) => send(mailjet({ apiKey, secretKey: 'secret' }) as EmailDriver),
  'mailjet, secretKey': (secretKey) => send(mailjet({ apiKey: 'key', secretKey }) as EmailDriver),
  plunk: (apiKey) => send(plunk({ apiKey }) as EmailDriver),
  postmark: (apiKey) => send(postmark({ apiKey }) as EmailDriver),
  resend: (apiKey) => send(resend({ apiKey }) as EmailDriver),
  sendgrid: (apiKey) => send(sendgrid({ apiKey }) as EmailDriver),
  ses: (source) =>
    send(ses({ region: 'eu-west-1', credentials: () => source.load({} as never) as never }) as EmailDriver),
  'smtp, password': overSmtp((password) => ({ user: 'ann', password })),
  'smtp, accessToken': overSmtp((accessToken) => ({ user: 'ann', accessToken })),
  'smtp, proxy.password': overSmtp((password) => ({
    proxy: { url: 'socks5://127.0.0.1:1', user: 'ann', password },
  })),
  'smtp, dkim.privateKey': overSmtp((privateKey) => ({
    dkim: { domain: 'acme.dev', selector: 'a', privateKey },
  })),
  sesSmtpPassword: overSmtp((key) => ({ user: 'ann', password: sesSmtpPassword(key, 'eu-west-1') })),
};

const failureOf = (call: () => Promise<unknown>) =>
  Promise.resolve()
    .then(call)
    .then(
      (value) => ({ resolvedWith: value }),
      (error: unknown) => error,
    );

describe.each(Object.entries(drivers))('a credential source of %s', (_, read) => {
  it('that returns a string ends in a ConfigurationError that says so', async () => {
    expect(await failureOf(() => read(returnsString))).toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/must return .*a string/),
      outcome: 'not-sent',
    });
  });

  it.each(throwing)('that $name ends in a typed error', async ({ source }) => {
    expect(await failureOf(() => read(source))).toMatchObject({ code: 'credential', outcome: 'not-sent' });
  });
});
