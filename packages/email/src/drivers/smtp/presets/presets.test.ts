import { createRuntime } from '@org/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveFullSettings } from '../settings/full-settings.ts';
import type { SmtpOptions } from '../settings/options.ts';
import { signInCredential } from '../settings/sign-in-credential.ts';
import { relays } from './relays.ts';
import { sesSmtpPassword } from './ses-password.ts';

const context = { runtime: createRuntime(), refresh: false };
const exampleKey = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

const names = Object.values(relays).flatMap(
  ({ userVariable = '', regionVariable = '', passwordVariables }) => [
    userVariable,
    regionVariable,
    ...passwordVariables,
  ],
);

beforeEach(() => {
  for (const name of [...names, 'SMTP_PASSWORD', 'EMAIL_SMTP_PASSWORD', 'SMTP_ACCESS_TOKEN']) {
    if (name === '') continue;
    vi.stubEnv(name, undefined);
    vi.stubEnv(`${name}_FILE`, undefined);
  }
});
afterEach(() => vi.unstubAllEnvs());

async function resolve(options: SmtpOptions) {
  const { settings, password } = resolveFullSettings(options);
  const { credential, credentialOption } = signInCredential(settings, options, password);
  const secret = (await credential?.load(context))?.secret.reveal();
  return { ...settings, secret, credentialOption };
}

describe('the presets of smtp()', () => {
  it.each<[SmtpOptions, Record<string, string>, object]>([
    [
      { preset: 'plunk' },
      { PLUNK_API_KEY: 'sk_x' },
      { host: 'next-smtp.useplunk.com', port: 465, secure: true, user: 'plunk', secret: 'sk_x' },
    ],
    [
      { preset: 'sendgrid' },
      { SENDGRID_API_KEY: 'SG.x' },
      { host: 'smtp.sendgrid.net', port: 587, secure: false, user: 'apikey', secret: 'SG.x' },
    ],
    [
      { preset: 'brevo' },
      { BREVO_SMTP_USER: 'a@acme.dev', BREVO_SMTP_KEY: 'x' },
      { host: 'smtp-relay.brevo.com', port: 587, secure: false, user: 'a@acme.dev', secret: 'x' },
    ],
    [
      { preset: 'mailgun', user: 'postmaster@acme.dev' },
      { MAILGUN_SMTP_PASSWORD: 'x' },
      { host: 'smtp.mailgun.org', port: 465, secure: true, user: 'postmaster@acme.dev', secret: 'x' },
    ],
    [{ preset: 'mailgun', region: 'eu', user: 'a' }, {}, { host: 'smtp.eu.mailgun.org' }],
    [
      { preset: 'mailjet' },
      { MAILJET_API_KEY: 'k', MAILJET_SECRET_KEY: 's' },
      { host: 'in-v3.mailjet.com', port: 587, user: 'k', secret: 's' },
    ],
    [
      { preset: 'elasticemail', user: 'a@acme.dev' },
      { ELASTICEMAIL_API_KEY: 'x' },
      { host: 'smtp.elasticemail.com', port: 465, secure: true, secret: 'x' },
    ],
    [
      { preset: 'mailersend', user: 'MS_x@acme.dev', password: 'p' },
      {},
      { host: 'smtp.mailersend.net', port: 587, secure: false, secret: 'p' },
    ],
    [
      { preset: 'postmark' },
      { POSTMARK_API_KEY: 't' },
      { host: 'smtp.postmarkapp.com', port: 587, secure: false, isUserPassword: true, secret: 't' },
    ],
    [{ preset: 'postmark', user: 'key' }, {}, { user: 'key', isUserPassword: false }],
    [
      { preset: 'resend' },
      { RESEND_API_KEY: 're_x' },
      { host: 'smtp.resend.com', port: 465, secure: true, user: 'resend', secret: 're_x' },
    ],
    [
      { preset: 'ses' },
      { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'AKIAX', AWS_SECRET_ACCESS_KEY: exampleKey },
      {
        host: 'email-smtp.us-east-1.amazonaws.com',
        port: 465,
        secure: true,
        user: 'AKIAX',
        secret: 'BLBM/9hSUELfq8Gw+rU1YcBjkOxGbhT2XG763xVLGWL9',
      },
    ],
    [
      { preset: 'ses', region: 'eu-west-1', user: 'AKIAX', password: 'from the console' },
      { AWS_REGION: 'us-east-1', AWS_SECRET_ACCESS_KEY: exampleKey },
      { host: 'email-smtp.eu-west-1.amazonaws.com', secret: 'from the console' },
    ],
    [
      { preset: 'gmail', user: 'ann@gmail.com' },
      { GMAIL_APP_PASSWORD: 'x' },
      { host: 'smtp.gmail.com', port: 465, secret: 'x', credentialOption: 'password' },
    ],
    [
      { preset: 'gmail', user: 'ann@gmail.com', accessToken: 'tok' },
      { GMAIL_APP_PASSWORD: 'x' },
      { secret: 'tok', credentialOption: 'accessToken', signIn: { kind: 'token' } },
    ],
    [
      { preset: 'microsoft365', user: 'ann@acme.dev' },
      { MICROSOFT365_ACCESS_TOKEN: 'tok', SMTP_PASSWORD: 'wrong' },
      { host: 'smtp.office365.com', port: 587, secure: false, secret: 'tok', signIn: { kind: 'token' } },
    ],
    [
      { preset: 'plunk', host: 'smtp.my.plunk.dev', port: 587, password: 'sk' },
      {},
      { host: 'smtp.my.plunk.dev', port: 587, secure: false, user: 'plunk', requireTls: true, secret: 'sk' },
    ],
    [{ preset: 'resend', secure: false }, {}, { port: 587, secure: false, requireTls: true }],
    [{ preset: 'resend' }, { SMTP_PASSWORD: 'general' }, { secret: 'general' }],
  ])('%j', async (options, environment, expected) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    expect(await resolve(options)).toMatchObject(expected);
  });

  it.each(Object.keys(relays))('security: %s always requires TLS', (preset) => {
    const region = preset === 'ses' ? 'eu-west-1' : undefined;
    const { settings } = resolveFullSettings({ preset, region, user: 'a' } as SmtpOptions);
    expect(settings.requireTls).toBe(true);
  });

  it.each<[object, RegExp]>([
    [{ preset: 'acme' }, /preset "acme" is unknown; it is one of brevo, /],
    [{ preset: 'toString' }, /is unknown/],
    [{ preset: 'brevo' }, /preset 'brevo' needs user, or the variable BREVO_SMTP_USER/],
    [{ preset: 'ses', user: 'a' }, /preset 'ses' needs region, or the variable AWS_REGION/],
    [{ preset: 'ses', user: 'a', region: 'x.evil.example/' }, /must be a name like 'eu-west-1'/],
    [{ preset: 'mailgun', user: 'a', region: 'mars' }, /must be us or eu/],
    [{ preset: 'resend', region: 'eu' }, /preset 'resend' has no regions: leave out region/],
    [{ host: 'a.dev', region: 'eu' }, /region is for a preset/],
    [{ preset: 'resend', accessToken: 'a', password: 'b' }, /both given/],
    [{ host: 'a.dev', user: 'a', password: 'b', mechanism: 'XOAUTH2' }, /XOAUTH2 needs accessToken/],
    [{ host: 'a.dev', user: 'a', accessToken: 'b', mechanism: 'PLAIN' }, /PLAIN needs password/],
    [{ host: 'a.dev', user: 'a', mechanism: 'NTLM' }, /mechanism must be one of PLAIN, LOGIN, /],
    [{ host: 'a.dev', accessToken: 'b' }, /accessToken is given, and so user must be too/],
  ])('refuses %j', (options, words) => {
    expect(() => resolveFullSettings(options as SmtpOptions)).toThrow(words);
  });
});

describe('the SMTP password of SES', () => {
  it.each([
    ['us-east-1', 'BLBM/9hSUELfq8Gw+rU1YcBjkOxGbhT2XG763xVLGWL9'],
    ['eu-west-1', 'BMW5RDrXmmVs0lV7GpI4oLkHXpZ4stDsk6q91z1g38Pk'],
  ])('of %s', async (region, expected) => {
    const credential = await sesSmtpPassword(exampleKey, region).load(context);
    expect(credential?.secret.reveal()).toBe(expected);
    expect(JSON.stringify(credential)).not.toContain(exampleKey);
  });

  it('is missing with its key, and the description names the variable', async () => {
    const source = sesSmtpPassword(undefined, 'eu-west-1');
    expect(await source.load(context)).toBeUndefined();
    expect(source.description).toContain('AWS_SECRET_ACCESS_KEY');
  });
});
