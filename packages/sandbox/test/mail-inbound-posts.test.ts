// When mail for a program is posted, and when it is not.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailService, startMailService } from '../src/mail/service/service.ts';

describe('posts of mail', () => {
  let service: MailService;
  let url = '';
  let respond: (response: ServerResponse) => void = (response) => response.end();
  let posts = 0;
  const server = createServer((request, response) => {
    posts += 1;
    request.resume().on('end', () => respond(response));
  });

  beforeAll(async () => {
    service = await startMailService();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbound`;
  });
  afterAll(async () => {
    server.close();
    await service?.close();
  });
  beforeEach(() => {
    service.reset();
    respond = (response) => response.end();
    posts = 0;
  });

  const add = (name = 'postmark') =>
    service.inbound.routes.add({ address: '*@acme.dev', service: name, url });
  const deliver = (to: readonly string[]) =>
    service.mailbox.deliver({
      id: crypto.randomUUID(),
      via: 'smtp',
      envelope: { from: 'ann@example.com', to },
      raw: Buffer.from('Subject: Hello\r\n\r\nHello'),
    });
  const recipients = (count: number) => Array.from({ length: count }, (_, index) => `in${index}@acme.dev`);

  it('are 32 at the same time, and the others have their turn', async () => {
    const open: ServerResponse[] = [];
    respond = (response) => open.push(response);
    add();
    await deliver(recipients(40));
    await expect.poll(() => posts).toBe(32);
    await sleep(100);
    expect(posts).toBe(32);
    respond = (response) => response.end();
    for (const response of open) response.end();
    await expect.poll(() => service.inbound.attempts().length).toBe(40);
    expect(service.inbound.attempts().every(({ status }) => status === 200)).toBe(true);
  });

  it('say when too many wait', async () => {
    respond = () => {};
    add();
    await deliver(recipients(6100));
    const problems = () => service.inbound.attempts().map(({ problem }) => problem);
    await expect.poll(problems).toContain('Not sent: too much mail waits for another attempt.');
    expect(problems()).toContain('Not sent: too much mail waits for programs.');
  });

  it.each([
    ['mailgun', 406, 1],
    ['mailgun', 403, 2],
    ['postmark', 403, 1],
    ['postmark', 406, 2],
    ['ses', 404, 1],
    ['ses', 503, 2],
    ['mailjet', 403, 2],
  ])('of %s after status %i: another one follows or not', async (name, status, expected) => {
    respond = (response) => response.writeHead(status).end();
    add(name);
    await service.inbound.receive({ to: 'in@acme.dev' });
    if (expected === 2) await expect.poll(() => posts).toBe(2);
    else await sleep(400);
    expect(posts).toBe(expected);
  });
});
