import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createApiBenches, mail } from './mail-api-bench.ts';
import { clientOf, mail as smtpMail } from './mail-smtp-bench.ts';

const { start, stop } = createApiBenches();
afterEach(stop);

const servicePath = fileURLToPath(new URL('../src/mail/service/service.ts', import.meta.url));

/** Sends requests to a service in a process with a small heap, and gives the status of each. */
async function statusesInSmallHeap(bodies: string): Promise<readonly number[]> {
  const script = `
    import { startMailService } from ${JSON.stringify(servicePath)};
    const service = await startMailService();
    const headers = { authorization: 'Bearer ' + service.apiKey, 'content-type': 'application/json' };
    const send = (body) =>
      fetch(service.apiUrl + '/v1/send', { method: 'POST', headers, body: JSON.stringify(body) });
    const mail = { to: 'bob@example.com', from: 'ann@acme.dev', subject: 'Hi' };
    const answers = await Promise.all((${bodies}).map((body) => send({ ...mail, ...body })));
    console.log(JSON.stringify(answers.map(({ status }) => status)));
    await service.close();`;
  const args = ['--max-old-space-size=160', '--conditions=@org/source', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return JSON.parse(stdout);
}

describe('S4: the memory that mail takes', () => {
  it('a template whose result is too large costs no more than the limit', async () => {
    const value = "'x'.repeat(1_000_000)";
    const bodies = `[
      { body: '{{v}}'.repeat(100_000), data: { v: ${value} } },
      { body: 'x', subject: '{{v}}'.repeat(190), data: { v: ${value} } },
      { body: '{{v ?? ' + ${value} + '}}' + '{{v}}'.repeat(100_000), data: { v: ${value} } },
    ]`;
    expect(await statusesInSmallHeap(bodies)).toEqual([413, 413, 413]);
  });

  it('HTTP and SMTP share one budget for mail in transit', async () => {
    const { service, send } = await start({ maxTransitBytes: 20_000 });
    const { port } = new URL(service.apiUrl);
    const upload = connect(Number(port), '127.0.0.1');
    const head = ['POST /v1/send HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 30000'].join('\r\n');
    upload.write(`${head}\r\n\r\n${'x'.repeat(19_000)}`);
    await untilFull(() => send({ ...mail, body: 'x'.repeat(2000) }));
    const large = { ...smtpMail, text: 'x'.repeat(2000) };
    await expect(clientOf(service).sendMail(large)).rejects.toMatchObject({ responseCode: 452 });
    await clientOf(service).sendMail(smtpMail);
    await end(upload);
    await clientOf(service).sendMail(large);
    expect((await send({ ...mail, body: 'x'.repeat(2000) })).status).toBe(200);
  });
});

/** The upload arrives in its own time: polls until the service has no space. */
async function untilFull(ask: () => Promise<{ readonly status: number; readonly headers: Headers }>) {
  for (;;) {
    const { status, headers } = await ask();
    if (status === 503) return expect(headers.get('retry-after')).toBe('1');
    expect(status).toBe(200);
  }
}

async function end(socket: Socket): Promise<void> {
  socket.destroy();
  await once(socket, 'close');
}
