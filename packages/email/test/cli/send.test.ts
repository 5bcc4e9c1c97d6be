import { describe, expect, it } from 'vitest';
import { serviceNames } from '../../src/cli/services.ts';
import { key, mail, run, serve, setUp } from './program.ts';

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
    // loops sends templates only.
    const names = serviceNames.filter((name) => name !== 'loops');
    const args = ['send', '--dry-run', '-d', names.join(','), ...mail, '--html', '<p>Hello</p>'];
    const { code, stdout } = await run(args, { env });
    const plans = stdout.split(/^(?=\w+$)/m).filter((plan) => /^ {2}request {2}\w+ /m.test(plan));
    expect(plans.map((plan) => plan.split('\n')[0])).toEqual(names);
    expect(stdout).not.toContain(btoa(key));
    expect(code).toBe(0);
  });

  it.each(['resend', 'smtp'])('--dry-run shows one mail for each recipient: %s', async (driver) => {
    const to = Array.from({ length: 300 }, (_, at) => `user${at}@example.com`);
    const input = JSON.stringify({ from: 'ann@acme.dev', to, subject: 'Hi', html: '<p>Hello</p>' });
    const args = ['send', '--dry-run', '--json', '-d', driver, '--file', '-'];
    const { code, stdout } = await run(args, { input, env: { SMTP_HOST: '127.0.0.1' } });
    const [{ requests, refused }] = JSON.parse(stdout);
    expect({ code, refused, length: requests.length }).toEqual({ code: 0, refused: undefined, length: 300 });
    for (const [at, request] of requests.entries()) {
      const found = driver === 'smtp' ? request.headers['rcpt to'] : JSON.parse(request.body).to;
      expect([found].flat()).toEqual([to[at]]);
    }
  });

  it('--dry-run shows a template with its variables', async () => {
    const template = { id: '12', variables: { name: 'Bob' } };
    const input = JSON.stringify({ to: 'bob@example.com', template });
    const args = ['send', '--dry-run', '--json', '-d', 'brevo,loops', '--file', '-'];
    const plans = JSON.parse((await run(args, { input })).stdout);
    expect(plans.map(({ refused }: { refused?: string }) => refused)).toEqual([undefined, undefined]);
    for (const { requests } of plans) expect(requests[0].body).toContain('"name":"Bob"');
  });

  it('says why a driver refuses a message', async () => {
    const input = JSON.stringify({ text: 'Hello', sendAt: '2030-01-01' });
    const args = ['send', '--dry-run', '-d', 'resend', ...mail, '--file', '-'];
    const { code, stdout } = await run(args, { input });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/refused +.*sendAt/) });
  });

  it('reads a file with a byte order mark, and its time', async () => {
    const input = `\uFEFF${JSON.stringify({ text: 'Hello', sendAt: '2099-01-01T01:00:00+01:00' })}`;
    const args = ['send', '--dry-run', '--json', '-d', 'resend', ...mail, '--file', '-'];
    const { code, stdout } = await run(args, { input });
    const [{ requests }] = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(JSON.parse(requests[0].body)).toMatchObject({ scheduled_at: '2099-01-01T00:00:00.000Z' });
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
