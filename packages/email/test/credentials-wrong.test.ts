// Every option of a driver that takes a credential source, with sources that return or throw what none may.
import type { CredentialSource } from '@org/core';
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { returnsString, throwing } from '../../core/test/wrong-sources.ts';
import { azure } from '../src/drivers/azure/index.ts';
import { mailjet } from '../src/drivers/mailjet/index.ts';
import { ses } from '../src/drivers/ses/index.ts';
import { sesSmtpPassword, smtp } from '../src/drivers/smtp/index.ts';
import { createEmailClient, type EmailDriver } from '../src/index.ts';
import { startScriptedSmtpServer } from './scripted-smtp-server.ts';
import { httpDriver, httpDriverNames } from './support/drivers.ts';
import { fitContent } from './support/stored-message.ts';

const message = { from: 'ann@acme.dev', to: 'bob@x.dev', subject: 'Hi', html: '<p>Hi</p>' };

async function send(driver: EmailDriver): Promise<unknown> {
  const transport = createFakeTransport([{ answer: { json: {} } }]);
  const email = createEmailClient({ driver, transport, retry: false });
  onTestFinished(() => email.close());
  return email.send(fitContent(driver, message));
}

const overSmtp = (options: (source: CredentialSource) => object) => async (source: CredentialSource) => {
  const server = await startScriptedSmtpServer();
  onTestFinished(() => server.close());
  return send(smtp({ host: '127.0.0.1', port: server.port, ...options(source) }) as EmailDriver);
};

const drivers: Readonly<Record<string, (source: CredentialSource) => Promise<unknown>>> = {
  ...Object.fromEntries(
    httpDriverNames
      .filter((name) => name !== 'ses' && name !== 'azure')
      .map((name) => [name, (apiKey: CredentialSource) => send(httpDriver(name, { apiKey }))]),
  ),
  azure: (apiKey) => send(azure({ apiKey, baseUrl: 'https://acme.example' }) as EmailDriver),
  'mailjet, secretKey': (secretKey) => send(mailjet({ apiKey: 'key', secretKey }) as EmailDriver),
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
