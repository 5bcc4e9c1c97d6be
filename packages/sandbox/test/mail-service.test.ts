import dns from 'node:dns';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startMailService } from '../src/mail/service/service.ts';
import { clientOf, createRelayBenches } from './mail-smtp-bench.ts';

const { start, stop } = createRelayBenches();
afterEach(stop);

describe('mail service', () => {
  it('S6: names the port in use, and stops everything when only one of two is free', async () => {
    const first = await start();
    const apiPort = Number(new URL(first.apiUrl).port);
    await expect(startMailService({ port: apiPort })).rejects.toMatchObject({
      code: 'port-in-use',
      port: apiPort,
    });
    const free = await startMailService();
    await free.close();
    const freePort = Number(new URL(free.apiUrl).port);
    const half = startMailService({ port: freePort, smtp: { port: first.smtp.port } });
    await expect(half).rejects.toMatchObject({ code: 'port-in-use', port: first.smtp.port });
    const again = await start({ port: freePort });
    expect(again.apiUrl).toBe(free.apiUrl);
  });

  it('S3: opens no connection, for any address in the mail', async () => {
    const service = await start();
    const connects = vi.spyOn(Socket.prototype, 'connect');
    const lookups = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns, 'reverse'), vi.spyOn(dns, 'resolveMx')];
    const links =
      '<img src="http://internal.example/x"><link rel="stylesheet" href="//internal.example/x"><img ' +
      'src="file:///etc/passwd">';
    await clientOf(service).sendMail({
      from: 'a@acme.dev',
      to: 'b@elsewhere.example',
      subject: 's',
      html: links,
    });
    const response = await fetch(`${service.apiUrl}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        to: 'b@elsewhere.example',
        from: 'a@acme.dev',
        subject: 's',
        body: links,
        attachments: [
          {
            filename: 'f',
            contentType: 'a/b',
            content: 'aGk=',
            path: '/etc/passwd',
            href: 'http://internal.example/x',
          },
        ],
      }),
    });
    expect(response.status).toBe(200);
    const ports = [service.smtp.port, Number(new URL(service.apiUrl).port)];
    const targets = connects.mock.calls.map(
      (call) => (call as unknown as [[{ host?: string; port?: number }]])[0][0],
    );
    for (const { port } of targets) expect(ports).toContain(Number(port));
    expect(targets.length).toBeGreaterThanOrEqual(2); // the two clients of this test
    for (const lookup of lookups) expect(lookup).not.toHaveBeenCalled();
    const files = service.mailbox.list().flatMap(({ parsed }) => parsed.attachments);
    expect(files.map(({ content }) => new TextDecoder().decode(content))).toEqual(['hi']);
    vi.restoreAllMocks();
  });
});
