import { createFakeTransport } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { type SesOptions, ses } from '@org/email/ses';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accepted, credentials, message, respond } from './client.ts';

beforeEach(() => {
  for (const name of ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN', 'REGION', 'DEFAULT_REGION'])
    vi.stubEnv(`AWS_${name}`, undefined);
});

afterEach(() => vi.unstubAllEnvs());

async function send(options: SesOptions, ...answers: ReturnType<typeof respond>[]) {
  const transport = createFakeTransport([
    ...answers.map((answer, index) => ({ when: { nth: index + 1 }, answer })),
    { answer: accepted },
  ]);
  const email = createEmailClient({ driver: ses(options), transport, limiter: false });
  await email.send(message);
  return transport.requests.map(({ headers, url }) => ({
    id: /Credential=([^/]+)/.exec(headers.get('authorization') ?? '')?.[1],
    scope: /Credential=[^/]+\/\d+\/([^/]+)/.exec(headers.get('authorization') ?? '')?.[1],
    token: headers.get('x-amz-security-token'),
    host: url.host,
  }));
}

describe('ses(): keys and region', () => {
  it('come from the environment, as the AWS tools have them', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', ' AKIDENV\n');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    vi.stubEnv('AWS_SESSION_TOKEN', 'token');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    const host = 'email.eu-central-1.amazonaws.com';
    expect(await send({})).toEqual([{ id: 'AKIDENV', scope: 'eu-central-1', token: 'token', host }]);
  });

  it('come from the options first', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDENV');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    const [request] = await send({ region: 'cn-north-1', credentials });
    expect(request).toMatchObject({ id: 'AKIDEXAMPLE', host: 'email.cn-north-1.amazonaws.com.cn' });
  });

  it('come from a function, which is asked again when AWS refuses the keys', async () => {
    const given = [
      { ...credentials, accessKeyId: 'AKIDOLD', sessionToken: 'old' },
      { ...credentials, accessKeyId: 'AKIDNEW', sessionToken: 'new' },
    ];
    const provider = vi.fn(async () => given[provider.mock.calls.length - 1] ?? credentials);
    const requests = await send(
      { region: 'eu-west-1', credentials: provider },
      respond(
        { message: 'The security token included in the request is expired' },
        403,
        'ExpiredTokenException',
      ),
    );
    expect(requests.map(({ id, token }) => [id, token])).toEqual([
      ['AKIDOLD', 'old'],
      ['AKIDNEW', 'new'],
    ]);
    expect(provider.mock.calls).toEqual([[{ forceRefresh: false }], [{ forceRefresh: true }]]);
  });

  it.each<[string, SesOptions, string, string]>([
    ['no keys', { region: 'eu-west-1' }, 'credential', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    [
      'half of the keys',
      { region: 'eu-west-1', credentials: { accessKeyId: 'AKID', secretAccessKey: '' } },
      'credential',
      'The AWS keys are incomplete',
    ],
    [
      'keys with a line break',
      { region: 'eu-west-1', credentials: { accessKeyId: 'AKID', secretAccessKey: 'a\nb' } },
      'credential',
      'The AWS keys are incomplete',
    ],
    ['no region', { credentials }, 'configuration', 'AWS_REGION'],
  ])('says what is missing: %s', async (_what, options, code, words) => {
    const problem = send(options);
    await expect(problem).rejects.toMatchObject({
      code,
      outcome: 'not-sent',
      message: expect.stringContaining(words),
    });
  });

  it.each([{ region: 'eu-west-1.evil.dev/' }, { region: 'eu-west-1', maxSendRate: 0 }])(
    'refuses options that cannot be: %o',
    (options) => {
      expect(() => ses(options)).toThrow(expect.objectContaining({ code: 'configuration' }));
    },
  );

  it('C13: no error shows the keys, also where AWS quotes the signed headers', async () => {
    const keys = { ...credentials, sessionToken: 'canary-7f3a-token' };
    const quoted = 'The Canonical String should have been x-amz-security-token:canary-7f3a-token';
    const failure = await send(
      { region: 'eu-west-1', credentials: keys },
      ...Array.from({ length: 3 }, () => respond({ message: quoted }, 403, 'SignatureDoesNotMatch')),
    ).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'authentication', providerCode: 'SignatureDoesNotMatch' });
    expect(`${failure} ${JSON.stringify(failure)}`).not.toContain('canary');
  });
});
