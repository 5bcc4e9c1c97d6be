import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { renderAddresses } from '../src/cli/summary.ts';
import { describeSandbox } from '../src/description.ts';
import { type Sandbox, startSandbox } from '../src/index.ts';

const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
let sandbox: Sandbox;
beforeAll(async () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
  sandbox = await startSandbox({ tls: true, routing: false });
});
beforeEach(() => sandbox.reset());
afterAll(async () => {
  vi.unstubAllEnvs();
  await sandbox.close();
});

const ca = () => sandbox.tls?.certificate ?? '';
const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);
const servers = ['page', 'mail', 'realtime'] as const;
const portOfServer = (name: (typeof servers)[number]) =>
  portOf({ page: sandbox.page?.url, mail: sandbox.mail?.apiUrl, realtime: sandbox.realtime?.url }[name]);

/** The status of a request, or the code of its error. */
function ask(port: number, options: object | undefined, body = ''): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const place = { host: '127.0.0.1', port, path: '/', method: 'POST', agent: false };
    const asked = options === undefined ? plainRequest(place) : secureRequest({ ...place, ...options });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    asked.end(body);
  });
}

describe('a sandbox with TLS', () => {
  it.each(servers)(
    'answers with and without it on the port of %s, and no other certificate',
    async (name) => {
      const port = portOfServer(name);
      const statuses = [
        await ask(port, { ca: ca() }),
        await ask(port, { ca: ca(), servername: 'localhost' }),
      ];
      for (const status of [...statuses, await ask(port, undefined)]) expect(status).toBeTypeOf('number');
      expect(await ask(port, {})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    },
  );

  it.each(servers)('takes large bodies, and many connections at once, of %s', async (name) => {
    const body = 'x'.repeat(60_000);
    const ways = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? undefined : { ca: ca() }));
    const statuses = await Promise.all(ways.map((options) => ask(portOfServer(name), options, body)));
    for (const status of statuses) expect(status).toBeTypeOf('number');
  });

  it.each(servers)('goes on after connections of %s that say nothing, nonsense or half', async (name) => {
    const port = portOfServer(name);
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    for (const bytes of [[0x16], [0x16, 3, 1, 0xff, 0xff, 1, 2, 3], [0], [0x47], []]) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.end(Buffer.from(bytes));
      socket.resume();
      await once(socket, 'close');
    }
    expect(await ask(port, { ca: ca() })).toBeTypeOf('number');
    silent.destroy();
  });

  it('takes sockets of channels with and without it', async () => {
    const { host, port, app } = sandbox.realtime ?? {};
    for (const scheme of ['ws', 'wss']) {
      const url = `${scheme}://${host}:${port}/app/${app?.key}?protocol=7`;
      const socket = new WebSocket(url, { ca: ca() });
      const [frame] = await once(socket, 'message');
      expect(String(frame)).toContain('pusher:connection_established');
      socket.terminate();
    }
  });

  it.each([
    ['plain text', { ignoreTLS: true }, 'port'],
    ['STARTTLS', { requireTLS: true }, 'port'],
    ['TLS from the first byte', { secure: true }, 'tlsPort'],
  ] as const)('takes mail over SMTP with %s', async (_name, options, which) => {
    const smtp = sandbox.mail?.smtp ?? { port: 0, tlsPort: 0, host: '', user: '', password: '' };
    const { host, user, password: pass } = smtp;
    const send = (tls: object) =>
      createTransport({ host, port: smtp[which] ?? 0, auth: { user, pass }, ...options, tls }).sendMail(mail);
    await send({ ca: ca() });
    expect(sandbox.mail?.mailbox.list()).toHaveLength(1);
    if (!('ignoreTLS' in options)) await expect(send({})).rejects.toThrow('self-signed');
  });

  it('is what a program with its environment uses: our drivers need nothing more', async () => {
    const program = `
      import { createEmailClient } from '@org/email';
      import { resend } from '@org/email/resend';
      const email = createEmailClient({ driver: resend() });
      await email.send(${JSON.stringify(mail)});
      await email.close();
    `;
    expect(sandbox.env).toMatchObject({
      RESEND_BASE_URL: expect.stringMatching(/^https:\/\/127\.0\.0\.1:/),
      NODE_EXTRA_CA_CERTS: sandbox.tls?.file,
    });
    const args = ['--conditions=@org/source', '--input-type=module', '-e', program];
    const run = async (env: NodeJS.ProcessEnv) => {
      const cwd = fileURLToPath(new URL('..', import.meta.url));
      const child = spawn(process.execPath, args, { cwd, env, stdio: 'ignore' });
      return (await once(child, 'exit'))[0];
    };
    const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = sandbox.env;
    const { PATH } = process.env;
    expect(await run({ PATH, ...sandbox.env })).toBe(0);
    expect(sandbox.mail?.mailbox.list()).toHaveLength(1);
    expect(await run({ PATH, ...untrusting })).toBe(1);
  });

  it('prints the file, and the port of SMTP with TLS', () => {
    const text = renderAddresses({ ...describeSandbox(sandbox), page: sandbox.page });
    expect(text).toContain(sandbox.tls?.file);
    expect(text).toContain(`smtps://127.0.0.1:${sandbox.mail?.smtp.tlsPort}`);
  });

  it('repeats its requests as curl without it, because curl does not trust the file', async () => {
    await ask(portOfServer('mail'), { ca: ca() });
    const { id = '' } = sandbox.requests.last() ?? {};
    expect(sandbox.requests.curl(id)).toContain(`http://127.0.0.1:${portOfServer('mail')}/`);
  });
});

describe('the certificate', () => {
  it('has this machine, its allowed names and, listening everywhere, its addresses', async () => {
    await using open = await startSandbox({
      ...({ tls: true, host: '0.0.0.0', allowedHosts: ['sandbox'] } as const),
      ...({ mail: false, routing: false } as const),
    });
    const certificate = new X509Certificate(open.tls?.certificate ?? '');
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    for (const { address, family } of addresses)
      if (family === 'IPv4') expect(certificate.checkIP(address)).toBe(address);
    for (const name of ['localhost', 'sandbox']) expect(certificate.checkHost(name)).toBe(name);
    expect(certificate.checkHost('example.com')).toBeUndefined();
    const days = (Date.parse(certificate.validTo) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(396);
    expect(days).toBeLessThan(398);
  });

  it('is in a file that ends with the sandbox, or stays in its folder of data', async () => {
    const services = { tls: true, routing: false, realtime: false, page: false } as const;
    const first = await startSandbox(services);
    const file = first.tls?.file ?? '';
    expect(readFileSync(file, 'utf8')).toBe(first.tls?.certificate);
    await first.close();
    expect(existsSync(file)).toBe(false);

    const data = mkdtempSync(join(tmpdir(), 'sandbox-tls-test-'));
    const second = await startSandbox({ ...services, mail: { data } });
    await second.close();
    expect(readFileSync(join(data, 'ca.pem'), 'utf8')).toBe(second.tls?.certificate);
    rmSync(data, { recursive: true });
  });

  it('is beside the certificates that programs trust already', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-tls-test-'));
    const own = join(folder, 'company.pem');
    writeFileSync(own, ca());
    vi.stubEnv('NODE_EXTRA_CA_CERTS', own);
    try {
      await using other = await startSandbox({ tls: true, mail: false, routing: false, page: false });
      expect(readFileSync(other.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')).toBe(
        `${other.tls?.certificate}${ca()}`,
      );
    } finally {
      vi.stubEnv('NODE_EXTRA_CA_CERTS', undefined);
      rmSync(folder, { recursive: true });
    }
  });

  it('is not there without the option', async () => {
    await using plain = await startSandbox({ routing: false, page: false });
    expect([plain.tls, plain.mail?.smtp.tlsPort, plain.env['NODE_EXTRA_CA_CERTS']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(plain.mail?.apiUrl).toMatch(/^http:/);
  });
});
