import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../src/index.ts';
import { sdkVariables } from '../src/mail/service/sdk-variables.ts';
import { keepOwnAws } from '../src/own-aws.ts';

const home = mkdtempSync(join(tmpdir(), 'sandbox-environment-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A file of AWS's settings in the folder of this test. */
function fileWith(name: string, text: string): string {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
}

const printed = {
  AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:1/ses',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'AKIASANDBOX',
  AWS_SECRET_ACCESS_KEY: 'aws_key',
};
const region = ['AWS_REGION', 'AWS_DEFAULT_REGION'];
const keys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

describe('the keys and the region of a program are its own', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    ['nothing: it gets all', {}, []],
    ['empty values', { AWS_ACCESS_KEY_ID: '', AWS_REGION: '' }, []],
    ['a region', { AWS_REGION: 'eu-west-1' }, region],
    ['the older name of a region', { AWS_DEFAULT_REGION: 'eu-west-1' }, region],
    ['a key id', { AWS_ACCESS_KEY_ID: 'AKIA' }, keys],
    ['a secret key', { AWS_SECRET_ACCESS_KEY: 'x' }, keys],
    ['a session', { AWS_SESSION_TOKEN: 'x' }, keys],
    ['a profile', { AWS_PROFILE: 'work' }, keys],
    ['the older name of a profile', { AWS_DEFAULT_PROFILE: 'work' }, keys],
    ['a token of a cluster', { AWS_WEB_IDENTITY_TOKEN_FILE: '/token' }, keys],
    ['a role of a container', { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/x' }, keys],
    ['an agent of a container', { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://x' }, keys],
    [
      'a file of keys',
      { AWS_SHARED_CREDENTIALS_FILE: fileWith('keys', '[default]\naws_access_key_id = AKIA\n') },
      keys,
    ],
    [
      'a sign-in of a person, with a region',
      { AWS_CONFIG_FILE: fileWith('sso', '[default]\nsso_session = work\nregion = eu-west-1\n') },
      [...region, ...keys],
    ],
    [
      'a program that prints keys',
      { AWS_CONFIG_FILE: fileWith('process', '[default]\n  credential_process = /x\n') },
      keys,
    ],
    ['a file without both', { AWS_CONFIG_FILE: fileWith('other', '[default]\noutput = json\n') }, []],
  ];

  it.each(cases)('%s', (_name, own, kept) => {
    const expected = Object.entries(printed).filter(([name]) => !kept.includes(name));
    expect(keepOwnAws(printed, { HOME: home, ...own })).toEqual(Object.fromEntries(expected));
  });

  it('changes nothing without the mail service', () => {
    const others = { REALTIME_HOST: '127.0.0.1' };
    expect(keepOwnAws(others, { AWS_REGION: 'eu-west-1' })).toEqual(others);
  });
});

describe('the environment', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    vi.stubEnv('HOME', home);
    for (const { name } of sdkVariables) vi.stubEnv(name, undefined);
    sandbox = await startSandbox({ routing: false });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  });

  it('has what official SDKs read, of every service', () => {
    const { env, mail } = sandbox;
    for (const { service, name } of sdkVariables) {
      const { url, apiKey } = mail?.services[service] ?? { url: '', apiKey: '' };
      if (/URL/.test(name)) expect([url, `${url}/`], name).toContain(env[name]);
      else if (/API_(?:KEY|TOKEN)/.test(name)) expect(env[name], name).toBe(apiKey);
      else expect(env[name], name).toMatch(/./);
    }
    const { host, port, app } = sandbox.realtime ?? {
      host: '',
      port: 0,
      app: { id: '', key: '', secret: '' },
    };
    expect(env['PUSHER_URL']).toBe(`http://${app.key}:${app.secret}@${host}:${port}/apps/${app.id}`);
  });

  it.each(['', '/'])('RESEND_BASE_URL takes a client that appends "%semails"', async (slash) => {
    const response = await fetch(`${sandbox.env['RESEND_BASE_URL']}${slash}emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.env['RESEND_API_KEY']}` },
      body: JSON.stringify({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' }),
    });
    expect(response.status).toBe(200);
    expect(sandbox.requests.last('resend')?.status).toBe(200);
  });
});
