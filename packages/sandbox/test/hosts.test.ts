import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { renderAddresses } from '../src/cli/summary.ts';
import { addressedAs, describeSandbox } from '../src/description.ts';
import { startSandbox } from '../src/index.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const note = hasIPv6 ? '' : ' (skipped: this machine has no ::1)';

/** Where it listens, the host of its URLs, and the one of its sockets. */
const hosts: readonly (readonly [host: string, inUrls: string, bare: string])[] = [
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost', 'localhost'],
  ['::1', '[::1]', '::1'],
  ['[::1]', '[::1]', '::1'],
  ['0.0.0.0', '127.0.0.1', '127.0.0.1'],
  ['::', '127.0.0.1', '127.0.0.1'],
];

async function greetingOf({ host, port }: { host: string; port: number }): Promise<string> {
  const socket = connect(port, host);
  const [first] = await once(socket, 'data');
  socket.destroy();
  return String(first).slice(0, 3);
}

describe.each(hosts)('a sandbox that listens on %s', (host, inUrls, bare) => {
  it.skipIf(!hasIPv6 && host.includes('::'))(`is reached at the addresses it gives${note}`, async () => {
    const parts = { mail: { pop3: true }, routing: false } as const;
    await using sandbox = await startSandbox({ host, token: 'a-token-of-this-test', ...parts });
    const { mail, page, realtime, env } = sandbox;
    expect([mail?.smtp.host, mail?.pop3?.host, env['SMTP_HOST']]).toEqual([bare, bare, bare]);
    for (const url of [page?.url, mail?.apiUrl]) expect(new URL(url ?? '').hostname).toBe(inUrls);
    expect(realtime?.host).toBe(inUrls);

    const cookie = { headers: { authorization: 'Bearer a-token-of-this-test', 'x-sandbox-page': 'yes' } };
    expect((await fetch(new URL('api/sandbox', page?.url), cookie)).status).toBe(200);
    const { SMTP_HOST, SMTP_PORT, SMTP_USER: user, SMTP_PASSWORD: pass } = env;
    const auth = { user: user ?? '', pass: pass ?? '' };
    const transport = createTransport({ host: SMTP_HOST ?? '', port: Number(SMTP_PORT), auth });
    await transport.sendMail({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' });
    transport.close();
    expect(mail?.mailbox.list().map(({ parsed }) => parsed.subject)).toEqual(['Hi']);
    if (mail?.pop3) expect(await greetingOf(mail.pop3)).toBe('+OK');
    const socket = new WebSocket(
      `ws://${realtime?.host}:${realtime?.port}/app/${realtime?.app.key}?protocol=7`,
    );
    const [frame] = await once(socket, 'message');
    expect(String(frame)).toContain('connection_established');
    socket.terminate();

    const printed = renderAddresses(describeSandbox(sandbox));
    expect(printed).toContain(`smtp://${inUrls}:${mail?.smtp.port}`);
    expect(printed).toContain(`pop3://${inUrls}:${mail?.pop3?.port}`);
  });
});

it.skipIf(!hasIPv6)(`a certificate names ::1 and the addresses of this machine${note}`, async () => {
  await using sandbox = await startSandbox({ host: '::1', tls: true, routing: false, realtime: false });
  const certificate = new X509Certificate(sandbox.tls?.certificate ?? '');
  for (const address of ['::1', '127.0.0.1']) expect(certificate.checkIP(address)).toBe(address);
  await using open = await startSandbox({
    ...({ host: '::', tls: true, token: 'a-token-of-this-test' } as const),
    ...({ mail: false, routing: false, realtime: false } as const),
  });
  const wide = new X509Certificate(open.tls?.certificate ?? '');
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    if (!address.startsWith('fe80:')) expect(wide.checkIP(address)).toBe(address);
});

it('a caller at another address gets that address in its form for URLs and sockets', () => {
  const described = { env: { SMTP_HOST: 'fd00::5', RESEND_BASE_URL: 'http://[fd00::5]:1/resend' } };
  expect(addressedAs(described, '[fd00::5]', 'sandbox').env).toEqual({
    SMTP_HOST: 'sandbox',
    RESEND_BASE_URL: 'http://sandbox:1/resend',
  });
  expect(addressedAs(described, '[fd00::5]', '[fd00::6]').env).toEqual({
    SMTP_HOST: 'fd00::6',
    RESEND_BASE_URL: 'http://[fd00::6]:1/resend',
  });
});
