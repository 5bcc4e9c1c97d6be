import { createRuntime, credentialFrom, fromEnv } from '@org/core';
import { fromOAuth2ClientCredentials, fromResolver } from '@org/core/secrets';
import { signHmac, verifyHmac } from '@org/core/webhooks';
import { createEmailClient } from '@org/email';
import { azure } from '@org/email/azure';
import { mailjet } from '@org/email/mailjet';
import { plunk } from '@org/email/plunk';
import { resend } from '@org/email/resend/send';
import { sendgrid } from '@org/email/sendgrid';
import { smtp } from '@org/email/smtp';
import { dkim as dkimPart, smtp as smtpAlone } from '@org/email/smtp/send';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { expect, it } from 'vitest';

const context = { runtime: createRuntime(), refresh: false, signal: new AbortController().signal };
const wrong = 5 as unknown as string;
const dkim = { domain: 'acme.dev', selector: 'mail', privateKey: wrong };
const proxy = { url: 'http://localhost:3128', user: 'u', password: wrong };
const app = { appId: '1', key: 'k', secret: 's', host: 'localhost' };

/** A credential of the wrong kind, by the option that the error names. */
const calls: readonly (readonly [option: string, call: () => unknown])[] = [
  ['apiKey', () => createEmailClient({ driver: plunk({ apiKey: wrong }) })],
  ['secretKey', () => createEmailClient({ driver: mailjet({ apiKey: 'k', secretKey: wrong }) })],
  ['password', () => createEmailClient({ driver: smtp({ host: 'localhost', user: 'u', password: wrong }) })],
  [
    'accessToken',
    () => createEmailClient({ driver: smtp({ host: 'localhost', user: 'u', accessToken: wrong }) }),
  ],
  ['dkim.privateKey', () => smtp({ host: 'localhost', dkim })],
  ['dkim.privateKey', () => smtpAlone({ host: 'localhost', dkim, use: dkimPart })],
  ['proxy.password', () => smtp({ host: 'localhost', proxy })],
  ['webhookSecret', () => createEmailClient({ driver: plunk({ apiKey: 'k', webhookSecret: wrong }) })],
  ['webhookSecret', () => sendgrid({ apiKey: 'k', webhookSecret: ['a', wrong] })],
  ['webhookSecret', () => resend({ apiKey: 'k', webhookSecret: wrong })],
  [
    'clientSecret',
    () => fromOAuth2ClientCredentials({ tokenUrl: 'https://acme.dev/t', clientId: 'c', clientSecret: wrong }),
  ],
  ['apiKey', () => createRoutingClient({ driver: openrouteservice({ apiKey: wrong }) })],
  ['apiKey', () => createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost', apiKey: wrong }) })],
  ['accessToken', () => createRoutingClient({ driver: mapbox({ accessToken: wrong }) })],
  ['secret', () => createRealtimeServerClient({ ...app, secret: wrong })],
  ['key', () => createRealtimeServerClient({ ...app, key: wrong })],
  ['encryptionMasterKey', () => createRealtimeServerClient({ ...app, encryptionMasterKey: wrong })],
];

it.each(calls)('a number as %s is refused by the name of the option', (option, call) => {
  expect(call).toThrow(
    new RegExp(`^${option} must be a string, a Secret or a credential source, not a number\\.$`),
  );
});

it('a number as the connection string of azure() is refused, and not shown', () => {
  expect(() => azure({ connectionString: 987_654_321 as never })).toThrow(
    /^(?!.*987654321).*connectionString must be a text/,
  );
});

it.each<[string, () => unknown]>([
  [
    'a signing secret',
    () => signHmac({ secret: 987_654_321 as never, bytes: new Uint8Array(), encoding: 'hex' }),
  ],
  [
    'a list of secrets',
    () =>
      verifyHmac({ secrets: 987_654_321 as never, signature: '', bytes: new Uint8Array(), encoding: 'hex' }),
  ],
  ['what a resolver gives', () => fromResolver({ get: async () => 987_654_321 as never }, 'a').load(context)],
  [
    'what a source gives',
    () =>
      credentialFrom({ description: 'ours', load: async () => 987_654_321 as never }, fromEnv('A')).load(
        context,
      ),
  ],
])('%s that is a number is refused, and not shown', async (_what, call) => {
  await expect(async () => await call()).rejects.toThrow(/^(?!.*987654321).*a number/);
});
