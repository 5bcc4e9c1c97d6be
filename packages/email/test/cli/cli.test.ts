import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailService } from '../../../sandbox/src/mail/service/service.ts';
import { openDriver, serviceNames } from '../../src/cli/services.ts';
import { httpDriver, httpDriverNames } from '../support/drivers.ts';
import { run, runHere } from './program.ts';

const key = 're_key-5b1c0e2f7a9d4e63';
const mail = ['--from', 'ann@acme.dev', '--to', 'bob@example.com', '--subject', 'Hi'];

/** A service on this machine, until the test ends. */
async function serve(status: number, body: string) {
  const requests: { readonly path: string | undefined; readonly authorization: string | undefined }[] = [];
  const server = createServer(({ url: path, headers: { authorization } }, response) => {
    requests.push({ path, authorization });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const setUp = (url: string) => ({ RESEND_API_KEY: key, RESEND_BASE_URL: url });

it('the drivers of the program are those of the package, with their capabilities', async () => {
  const names = httpDriverNames.filter((name) => name !== 'generic');
  expect([...serviceNames].sort()).toEqual([...names, 'smtp'].sort());
  for (const name of names) {
    const { capabilities } = await openDriver(name, {}, 'sample');
    expect(capabilities).toEqual(httpDriver(name, { apiKey: 'sk_key' }).capabilities);
  }
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
      const { url } = await serve(status, '{}');
      const env = { SPARKPOST_API_KEY: key, SPARKPOST_BASE_URL: url };
      return (await run(['doctor'], { env })).code;
    };
    expect(await Promise.all([404, 401, 500].map(answer))).toEqual([0, 1, 1]);
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

describe('send', () => {
  it('--dry-run has the requests and the losses; nothing leaves, and no key is read', async () => {
    const { url, requests } = await serve(500, '{}');
    const args = ['send', '--dry-run', '--json', '-d', 'resend,plunk', ...mail, '--text', 'Hello'];
    const { code, stdout } = await run(args, { env: { ...setUp(url), PLUNK_API_KEY: key } });
    const [resend, plunk] = JSON.parse(stdout);
    expect({ code, requests }).toEqual({ code: 1, requests: [] });
    expect(resend).toMatchObject({ driver: 'resend', lossy: [] });
    expect(resend.requests).toMatchObject([{ method: 'POST', url: `${url}/emails` }]);
    expect(JSON.parse(resend.requests[0].body)).toMatchObject({ subject: 'Hi', text: 'Hello' });
    expect(plunk.lossy).toMatchObject([{ field: 'text', action: 'approximated' }]);
    expect(stdout).not.toContain(key);
  });

  it('--dry-run has a request of every driver', async () => {
    const env = {
      MAILGUN_DOMAIN: 'mg.acme.dev',
      CLOUDFLARE_ACCOUNT_ID: 'a1',
      SCW_DEFAULT_PROJECT_ID: 'p-1',
      AWS_REGION: 'eu-west-1',
      SMTP_HOST: '127.0.0.1',
      COMMUNICATION_CONNECTION_STRING: `endpoint=https://acme.example/;accesskey=${btoa(key)}`,
    };
    const args = ['send', '--dry-run', '-d', serviceNames.join(','), ...mail, '--html', '<p>Hello</p>'];
    const { code, stdout } = await run(args, { env });
    const plans = stdout.split(/^(?=\w+$)/m).filter((plan) => /^ {2}request {2}\w+ /m.test(plan));
    expect(plans.map((plan) => plan.split('\n')[0])).toEqual(serviceNames);
    expect(stdout).not.toContain(btoa(key));
    expect(code).toBe(0);
  });

  it('says why a driver refuses a message', async () => {
    const input = JSON.stringify({ text: 'Hello', sendAt: '2030-01-01T00:00:00Z' });
    const args = ['send', '--dry-run', '-d', 'postmark', ...mail, '--file', '-'];
    const { code, stdout } = await run(args, { input });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/refused +.*sendAt/) });
  });

  it('without --dry-run sends, and prints the outcome of each recipient', async () => {
    const { url } = await serve(200, JSON.stringify({ id: 'm-1' }));
    const { code, stdout } = await run(['send', ...mail, '--text', 'Hello'], { env: setUp(url) });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'accepted bob@example.com\n' });
  });
});

it('preview prints each format', async () => {
  const message = ['preview', '-d', 'resend', ...mail, '--text', 'Hello'];
  const [eml, text, json] = await Promise.all(
    ['eml', 'text', 'json'].map((format) => run([...message, '--format', format])),
  );
  expect(eml?.stdout).toMatch(/^From: ann@acme\.dev\r\n[\s\S]*\r\n\r\nHello/);
  expect(text?.stdout).toBe('Hello');
  expect(JSON.parse(json?.stdout ?? '')).toMatchObject({ to: ['bob@example.com'], subject: 'Hi' });
});

it('adapters lists the drivers', async () => {
  const { code, stdout } = await run(['adapters']);
  expect(code).toBe(0);
  expect(
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(' ')[0]),
  ).toEqual(serviceNames);
});
