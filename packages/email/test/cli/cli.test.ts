import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startMailService } from '../../../sandbox/src/mail/service/service.ts';
import { chosenDrivers, openDriver, optionsOf, serviceNames, signsIn } from '../../src/cli/services.ts';
import { httpDriver, httpDriverNames } from '../support/drivers.ts';
import { key, mail, run, runHere, serve, setUp } from './program.ts';

it('the drivers of the program are those of the package, with their capabilities', async () => {
  const names = httpDriverNames.filter((name) => name !== 'generic');
  expect([...serviceNames].sort()).toEqual([...names, 'smtp'].sort());
  for (const name of names) {
    const { capabilities } = await openDriver(name, {}, 'sample');
    expect(capabilities).toEqual(httpDriver(name, { apiKey: 'sk_key' }).capabilities);
  }
});

it.each([
  ['accountId=12345678901234567890', 'accountId', '12345678901234567890'],
  ['user=12345', 'user', '12345'],
  ['port=25', 'port', 25],
  ['port=025', 'port', '025'],
  ['secure=false', 'secure', false],
])('--option %s', (text, name, value) => {
  expect(optionsOf({ option: [text] })).toEqual({ [name]: value });
});

it.each([
  [{ AWS_ACCESS_KEY_ID: 'AKIA' }, []],
  [{ AWS_ACCESS_KEY_ID: 'AKIA', AWS_REGION: 'eu-west-1' }, ['ses']],
  [{ AWS_ACCESS_KEY_ID: 'AKIA', AWS_DEFAULT_REGION: 'eu-west-1' }, ['ses']],
  [{ SES_BASE_URL: 'http://127.0.0.1:1' }, ['ses']],
  [{ AWS_REGION: 'eu-west-1' }, []],
  [{ LOOPS_API_KEY_FILE: '/run/key' }, ['loops']],
])('the environment %j configures %j', (env, names) => {
  // Another one, because none is an error.
  expect(chosenDrivers({}, { ...env, SMTP_HOST: 'localhost' }).filter((name) => name !== 'smtp')).toEqual(
    names,
  );
});

it.each([
  [['host=127.0.0.1'], {}, false],
  [['host=127.0.0.1', 'user=ann'], {}, true],
  [[], { SMTP_HOST: '127.0.0.1', SMTP_USER: 'ann' }, true],
  [['host=127.0.0.1'], { SMTP_USER: 'ann' }, false],
  [['preset=sendgrid'], {}, true],
])('smtp with %j and %j signs in: %s', async (option, env, isSignedIn) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await signsIn('smtp', { option })).toBe(isSignedIn);
});

describe('a wrong command line is exit code 2 and one line', () => {
  it.each([
    [[], 'A command is missing'],
    [['fly'], 'not a command'],
    [['toString'], 'not a command'],
    [['doctor'], 'No driver is configured'],
    [['doctor', '--nope'], '--nope'],
    [['doctor', '--driver', 'pigeon'], '--driver must be one of'],
    [['doctor', '-d', 'mailgun', '--option', 'domain'], '--option must be name=value'],
    [['doctor', '-d', 'resend', `--option=apiKey=${key}`], 'is refused'],
    [['doctor', `--api-key=${key}`], '--api-key is refused'],
    [['doctor', '-d', 'resend', key], 'An argument is not an option'],
    [['doctor', '-d', 'resend,mailgun', '-o', 'region=eu'], 'choose one of resend, mailgun'],
    [['send', '-d', 'resend', '--file', '/no/such/file.json'], 'cannot be read: ENOENT'],
    [['send', '-d', 'resend', '--dry-run'], 'A message is missing'],
    [['send', '-d', 'resend,plunk', ...mail], 'choose one of resend, plunk'],
    [['preview', '-d', 'resend', '--format', 'pdf', ...mail], '--format must be one of eml'],
    [['preview', '-d', 'resend', '--file', '-'], 'not a JSON object'],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await runHere(args, '[]');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^email: [^\n]+\n$/);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain(key);
  });
});

it.each([
  ['html', ['--text', 'Hi'], undefined],
  ['text', ['--html', '<p>Hi</p>'], undefined],
  ['text', ['--text', 'Hi \u001b[31m'], 'Hi \u001b[31m'],
])(
  'preview --format %s of %j prints that part as it is, or says that there is none',
  async (format, of, part) => {
    const printed = await runHere(['preview', '-d', 'postmark', '--format', format, ...mail, ...of], '');
    expect(printed).toEqual(
      part === undefined
        ? {
            code: 1,
            stdout: '',
            stderr: `email: The message has no ${format} part. Choose another --format.\n`,
          }
        : { code: 0, stdout: part, stderr: '' },
    );
  },
);

it('--help and --version', async () => {
  expect(await run(['doctor', '--help'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npx @org\/email/),
  });
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/) });
});

describe('doctor', () => {
  it('reads a list with the key, and prints names and limits', async () => {
    const { url, requests } = await serve(200, JSON.stringify({ object: 'list', has_more: false, data: [] }));
    const { code, stdout } = await run(['doctor', '--json'], { env: setUp(url) });
    const [report, ...others] = JSON.parse(stdout);
    expect({ code, others }).toEqual({ code: 0, others: [] });
    expect(report).toMatchObject({ driver: 'resend', batch: 100, limits: { maxTo: 50 } });
    expect(report.checks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'ok']);
    expect(report.checks[0].detail).toBe('environment variable RESEND_API_KEY');
    expect(requests).toEqual([{ path: expect.any(String), authorization: `Bearer ${key}` }]);
    expect(stdout).not.toContain(key);
  });

  it('is content with each service of the sandbox, and not with another key', async () => {
    const mail = await startMailService({ strict: true });
    onTestFinished(() => mail.close());
    const names = ['brevo', 'mailersend', 'postmark', 'resend', 'sendgrid'];
    const env = (given?: string) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const { url = '', apiKey = '' } = mail.services[name] ?? {};
          const prefix = name.toUpperCase();
          return [
            [`${prefix}_BASE_URL`, url],
            [`${prefix}_API_KEY`, given ?? apiKey],
          ];
        }),
      );
    const outcomes = async (given?: string) => {
      const { stdout } = await run(['doctor', '--json'], { env: env(given) });
      type Report = { readonly driver: string; readonly checks: readonly { readonly outcome: string }[] };
      return JSON.parse(stdout).map(({ driver, checks }: Report) => `${driver} ${checks.at(-1)?.outcome}`);
    };
    expect(await outcomes()).toEqual(names.map((name) => `${name} ok`));
    expect(await outcomes(key)).toEqual(names.map((name) => `${name} failed`));
  });

  it.each([
    [401, 1, /failed +service/],
    [403, 0, /skipped +service +reached; whether the key may send is unknown/],
    [503, 1, /failed +service/],
  ])('status %i is exit code %i, without the key', async (status, code, line) => {
    const body = { statusCode: status, name: 'some_error', message: `The key ${key} is wrong` };
    const { url, requests } = await serve(status, JSON.stringify(body));
    const result = await run(['doctor'], { env: setUp(url) });
    expect(result).toMatchObject({ code, stderr: '', stdout: expect.stringMatching(line) });
    expect(result.stdout).not.toContain(key);
    expect(requests).toHaveLength(1);
  });

  it('asks a driver without lists for an answer of any status below 500', async () => {
    const answer = async (status: number) => {
      const { url } = await serve(status, '<!doctype html>');
      const env = { SPARKPOST_API_KEY: key, SPARKPOST_BASE_URL: url };
      const { code, stdout } = await run(['doctor'], { env });
      return `${code} ${/(\w+) +service/.exec(stdout)?.[1]}`;
    };
    const expected = ['0 skipped', '0 skipped', '1 failed', '1 failed'];
    expect(await Promise.all([200, 404, 401, 500].map(answer))).toEqual(expected);
  });

  it('names a missing key, a blank one, missing settings and a closed address', async () => {
    const missing = await run(['doctor', '-d', 'mailjet,mailgun']);
    expect(missing).toMatchObject({ code: 1, stderr: '' });
    expect(missing.stdout).toMatch(/failed +credential +none of MAILJET_SECRET_KEY is set/);
    expect(missing.stdout).toMatch(/skipped +service +the key is missing/);
    expect(missing.stdout).toMatch(/failed +settings +.*MAILGUN_DOMAIN/);
    const closed = await run(['doctor'], { env: setUp('http://127.0.0.1:9') });
    expect(closed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/failed +service +.*127\.0\.0\.1/),
    });
  });
});

it('adapters lists the drivers', async () => {
  const env = { RESEND_BASE_URL: 'https://gateway.example.com', SMTP_PORT: 'none' };
  const { code, stdout } = await run(['adapters'], { env });
  expect(code).toBe(0);
  expect(
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ')[0]),
  ).toEqual(serviceNames);
});
