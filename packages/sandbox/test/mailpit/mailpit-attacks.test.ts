import { request as httpRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startMailpit } from './mailpit-sandbox.ts';

// The faults that Mailpit had, by their advisories.

let mailpit: Awaited<ReturnType<typeof startMailpit>>;
let id: string;
let connections = 0;
const sink = createServer((socket: Socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  mailpit = await startMailpit({ maxMessageBytes: 100_000 });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const { port } = sink.address() as { readonly port: number };
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::1]',
    '[64:ff9b::7f00:1]',
  ];
  const more = ['[2002:7f00:1::]', '100.64.0.1', '169.254.169.254', '2130706433', '0x7f000001'];
  const urls = [...hosts, ...more].map((host) => `http://${host}:${port}/x`);
  const html = `<link rel="stylesheet" href="${urls[0]}">${urls
    .map((url) => `<a href="${url}">x</a><img src="${url}"><style>@import "${url}";</style>`)
    .join('')}<script>alert(1)</script>`;
  await mailpit.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'links', html });
  id = mailpit.mailbox.list()[0]?.id ?? '';
});
afterAll(async () => {
  await mailpit.close();
  await new Promise((resolve) => sink.close(resolve));
});

/** The answer to a request with exactly these headers. */
function askAs(method: string, path: string, headers: Readonly<Record<string, string>>, body?: string) {
  const { port } = new URL(mailpit.origin);
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += String(chunk);
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

// And GHSA-8v65-47jx-7mfr, GHSA-w4mc-hhc6-xp28.
describe('GHSA-mpf7-p9x7-96r3, GHSA-6jxm-fv7w-rw5j, GHSA-j3fj-qppj-fmmc', () => {
  it('S7: nothing that a mail names is connected to, in any spelling of an address', async () => {
    const before = connections;
    await mailpit.ask('GET', `/api/v1/message/${id}/html-check`);
    await mailpit.ask('GET', `/view/${id}.html`);
    expect((await mailpit.ask('GET', '/proxy?data=aHR0cDovLzEyNy4wLjAuMS8=')).status).toBe(404);
    expect(connections).toBe(before);
  });

  it('S7: the link check asks only loopback, in its usual spellings', async () => {
    const { json } = await mailpit.ask('GET', `/api/v1/message/${id}/link-check?follow=true`);
    const links: readonly { URL: string; StatusCode: number; Status: string }[] = json.Links;
    expect(links.length).toBeGreaterThanOrEqual(11);
    for (const { URL: url, StatusCode, Status } of links) {
      const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
      expect([url, StatusCode, Status.startsWith('not asked')]).toEqual([url, 0, !isHere]);
    }
    expect(json.Errors).toBe(links.length);
  });

  it('S7: a browser gets a message without anything that loads, and with its links', async () => {
    const { body } = await askAs('GET', `/view/${id}.html`, {
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
    });
    expect(body).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/x">/);
    expect(body).not.toMatch(/<link|<script|<img[^>]+src=/);
  });
});

describe('CVE-2026-22689, and requests of other pages', () => {
  const others = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  it.each(others)('S7: with %j are refused, reading, changing and listening', async (headers) => {
    const before = mailpit.mailbox.list().length;
    const answers = [
      await askAs('GET', '/api/v1/messages', headers),
      await askAs('GET', `/api/v1/message/${id}/raw`, headers),
      await askAs('GET', `/view/${id}.html`, headers),
      await askAs('DELETE', '/api/v1/messages', headers),
      await askAs('POST', '/api/v1/send', { ...headers, 'content-type': 'text/plain' }, '{}'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(mailpit.mailbox.list()).toHaveLength(before);
    const socket = new WebSocket(`${mailpit.origin.replace('http', 'ws')}/api/events`, { headers });
    const outcome = await new Promise<string>((resolve) => {
      socket.on('open', () => resolve('open'));
      socket.on('error', ({ message }) => resolve(message));
    });
    expect(outcome).toContain('403');
  });

  it('S7: the header of the page is still needed for the rest of its API', async () => {
    expect((await mailpit.ask('DELETE', '/api/messages')).status).toBe(403);
    expect((await mailpit.ask('DELETE', '/api/%76%31/messages')).status).toBe(403);
    expect(mailpit.mailbox.list()).not.toEqual([]);
  });

  it('S7: another host name is refused (DNS rebinding)', async () => {
    expect((await askAs('GET', '/api/v1/messages', { host: 'evil.example' })).status).toBe(403);
  });
});

describe('the WebSocket of events', () => {
  it('S7: has a limit of sockets, and reads nothing large', async () => {
    const open = () => {
      const socket = new WebSocket(`${mailpit.origin.replace('http', 'ws')}/api/events`);
      const outcome = new Promise<string>((resolve) => {
        socket.on('open', () => resolve('open'));
        socket.on('error', ({ message }) => resolve(message));
      });
      return { socket, outcome };
    };
    const opened = Array.from({ length: 32 }, open);
    expect(new Set(await Promise.all(opened.map(({ outcome }) => outcome)))).toEqual(new Set(['open']));
    expect(await open().outcome).toContain('503');
    const [{ socket } = open()] = opened;
    const code = new Promise((resolve) => socket.once('close', resolve));
    socket.send('x'.repeat(100_000));
    expect(await code).toBe(1009);
    for (const { socket: each } of opened) each.terminate();
    await expect.poll(() => open().outcome).toBe('open');
  });
});

describe('GHSA-qx5x-85p8-vg4j', () => {
  it.each(['..', '..%2f..%2fetc%2fpasswd', '%2e%2e', '..%5c..', 'x%00', '__proto__', 'constructor'])(
    'S7: the id %s is of no message, and names no file',
    async (hostile) => {
      for (const path of [`/api/v1/message/${hostile}/raw`, `/view/${hostile}.html`, `/view/${hostile}`]) {
        const { status, body } = await askAs('GET', path, {});
        expect([200, 500]).not.toContain(status);
        expect(body).not.toContain('root:');
      }
    },
  );
});

describe('GHSA-75mr-qw9x-3r39', () => {
  it('S7: a picture that says it is huge has an empty picture as its thumbnail', async () => {
    const huge = Buffer.alloc(64);
    huge.writeUInt32BE(0x89504e47, 0);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const small = Buffer.from(huge);
    small.writeUInt32BE(60, 16);
    small.writeUInt32BE(60, 20);
    const page = Buffer.from('<script>alert(1)</script>'.repeat(3));
    const files = [huge, small, page].map((content, index) => ({ filename: `${index}.png`, content }));
    await mailpit.send({ from: 'ann@acme.dev', to: 'bob@example.com', text: 'x', attachments: files });
    const thumb = async (part: number) => {
      const response = await fetch(`${mailpit.origin}/api/v1/message/latest/part/${part}/thumb`);
      expect(response.headers.get('content-type')).toBe('image/png');
      return Buffer.from(await response.arrayBuffer());
    };
    const empty = await thumb(1);
    expect([empty.readUInt32BE(16), empty.readUInt32BE(20)]).toEqual([180, 120]);
    expect(await thumb(2)).toEqual(small);
    expect(await thumb(3)).toEqual(empty);
  });
});

describe('GHSA-fpxj-m5q8-fphw, GHSA-28pq-6qxg-wg5r', () => {
  it.each([
    ['POST', '/api/v1/send', 1_200_000],
    ['PUT', '/api/v1/messages', 1_100_000],
    ['PUT', '/api/v1/tags', 1_100_000],
    ['DELETE', '/api/v1/messages', 1_100_000],
    ['PUT', '/api/v1/chaos', 1_100_000],
  ])('S7: %s %s refuses a body of %d bytes', async (method, path, size) => {
    expect((await mailpit.ask(method, path, `{"IDs":["${'x'.repeat(size)}"]}`)).status).toBe(413);
  });

  it('S7: a message above the limit is refused before it is stored', async () => {
    const body = {
      From: { Email: 'a@acme.dev' },
      To: [{ Email: 'b@example.com' }],
      Text: 'x'.repeat(120_000),
    };
    expect((await mailpit.ask('POST', '/api/v1/send', body)).status).toBe(413);
  });
});

describe('GHSA-w878-pj84-3j5v, GHSA-r553-m4fv-5v97, GHSA-54wq-72mp-cq7c, and XCLIENT', () => {
  /** What the SMTP server answers to lines. */
  function talk(lines: readonly string[]): Promise<string> {
    const { host, port } = mailpit.sandbox.mail?.smtp ?? { host: '', port: 0 };
    return new Promise((resolve) => {
      let text = '';
      const rest = [...lines];
      const socket = connect(port, host);
      socket.on('data', (chunk) => {
        text += String(chunk);
        const line = rest.shift();
        if (line === undefined) socket.end();
        else socket.write(`${line}\r\n`);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
  }
  const start = ['EHLO x', 'MAIL FROM:<a@acme.dev>', 'RCPT TO:<b@example.com>'];

  it('S7: a command line of any length is cut off', async () => {
    const answer = await talk([`NOOP ${'x'.repeat(1_000_000)}`, 'QUIT']);
    expect(answer).toContain('421 4.4.2 Error: Command line too long');
    await mailpit.send({ from: 'ann@acme.dev', to: 'bob@example.com', text: 'still works' });
  });

  it('S7: one line of DATA above the limit is refused', async () => {
    const before = mailpit.mailbox.list().length;
    const answer = await talk([...start, 'DATA', `${'x'.repeat(300_000)}\r\n.`, 'QUIT']);
    expect(answer).toContain('552 ');
    expect(mailpit.mailbox.list()).toHaveLength(before);
  });

  it('S7: XCLIENT and XFORWARD are not commands here', async () => {
    const answer = await talk([
      'EHLO x',
      'XCLIENT ADDR=8.8.8.8 NAME=[x] LOGIN=+0A+0D',
      'XFORWARD ADDR=x',
      'QUIT',
    ]);
    expect(answer.match(/^5\d\d /gm)).toHaveLength(2);
    expect(answer).not.toMatch(/250[ -]X(?:CLIENT|FORWARD)/);
  });

  it('S7: an address with a line break or a header in it is not an address', async () => {
    const answer = await talk(['EHLO x', 'MAIL FROM:<a@acme.dev\rX-Evil: 1>', 'QUIT']);
    expect(answer).not.toMatch(/^250 2\.1\.0|^250 Accepted/m);
  });
});
