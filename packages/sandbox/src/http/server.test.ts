import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SandboxHandler } from './exchange.ts';
import { PortInUseError } from './listen.ts';
import { type HttpServer, type HttpServerOptions, startHttpServer } from './server.ts';

const running: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(handler: SandboxHandler, options?: HttpServerOptions): Promise<HttpServer> {
  const server = await startHttpServer(handler, options);
  running.push(server);
  return server;
}

/** Sends bytes as they are and gives all that comes back until the server closes. */
function exchangeRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

/** A promise and what opens it. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const get = (lines: readonly string[], target = '/'): string =>
  `${[`GET ${target} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;

const ok: SandboxHandler = () => ({ status: 200, json: { ok: true } });

describe('startHttpServer', () => {
  it('passes the whole request to the handler and sends its response', async () => {
    const server = await start((request) => ({
      status: 201,
      headers: { 'X-Seen': request.headers['x-probe'] ?? '' },
      json: {
        method: request.method,
        path: request.path,
        q: request.query.getAll('q'),
        body: request.json(),
      },
    }));
    const response = await fetch(`${server.url}/a%20b?q=1&q=%C3%A9`, {
      method: 'POST',
      headers: { 'x-probe': 'yes' },
      body: '{"n":1}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-seen')).toBe('yes');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.json()).toEqual({ method: 'POST', path: '/a%20b', q: ['1', 'é'], body: { n: 1 } });
  });

  it('sends text, bytes and streams', async () => {
    const server = await start((request) => {
      if (request.path === '/text') return { status: 200, body: 'grüß' };
      if (request.path === '/bytes') return { status: 200, body: new Uint8Array([0, 255]) };
      return {
        status: 200,
        body: (async function* () {
          yield 'a';
          yield new Uint8Array([98]);
        })(),
      };
    });
    expect(await (await fetch(`${server.url}/text`)).text()).toBe('grüß');
    expect(await (await fetch(`${server.url}/bytes`)).bytes()).toEqual(new Uint8Array([0, 255]));
    expect(await (await fetch(`${server.url}/stream`)).text()).toBe('ab');
  });

  it('turns a throwing handler into a 500 and stays up', async () => {
    const seen: unknown[] = [];
    const server = await start(
      (request) => {
        if (request.path === '/bad') throw new Error('boom');
        return { status: 200 };
      },
      { onFailure: (...failure) => seen.push(failure) },
    );
    const response = await fetch(`${server.url}/bad`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 'The sandbox failed: boom' });
    expect(seen).toHaveLength(1);
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('responds 500 when a handler tries to split the response', async () => {
    const server = await start(() => ({ status: 200, headers: { 'x-a': 'b\r\nset-cookie: c=d' } }));
    const response = await fetch(server.url);
    expect(response.status).toBe(500);
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it.each(['{', '', '[1,]', '\u0000', '{"a":1} x', Buffer.from([0x22, 0xff, 0x22])])(
    'answers 400 to a body that is not JSON: %j',
    async (body) => {
      const server = await start((request) => ({ status: 200, json: request.json() }));
      expect((await fetch(server.url, { method: 'POST', body: new Blob([body]) })).status).toBe(400);
    },
  );

  it('responds 413 to a body over the limit, announced or chunked, and 200 at the limit', async () => {
    const server = await start((request) => ({ status: 200, json: request.bytes.byteLength }), {
      maxBodyBytes: 1000,
    });
    const post = (body: BodyInit, extra?: object) => fetch(server.url, { method: 'POST', body, ...extra });
    expect((await post('x'.repeat(1001))).status).toBe(413);
    const chunked = new ReadableStream({
      start: (controller) => {
        for (let part = 0; part < 11; part += 1)
          controller.enqueue(new TextEncoder().encode('x'.repeat(100)));
        controller.close();
      },
    });
    expect((await post(chunked, { duplex: 'half' })).status).toBe(413);
    expect(await (await post('x'.repeat(1000))).json()).toBe(1000);
  });

  it('refuses a gigantic announced body without reading it', async () => {
    const server = await start(ok, { maxBodyBytes: 1000 });
    const answer = await exchangeRaw(
      server.port,
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(413);
  });

  it('never calls the handler for a request that broke off in its body', async () => {
    let calls = 0;
    const server = await start(() => {
      calls += 1;
      return { status: 200 };
    });
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf', () =>
        socket.resetAndDestroy(),
      );
      socket.on('close', () => resolve());
      socket.on('error', () => {});
    });
    expect((await fetch(server.url)).status).toBe(200);
    expect(calls).toBe(1);
  });

  it('does not unpack compressed bodies', async () => {
    const server = await start(ok);
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip' },
      body: 'x',
    });
    expect(response.status).toBe(415);
  });

  it('cuts the connection for a response with drop', async () => {
    const server = await start(() => ({ status: 200, drop: true }));
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  });

  it('aborts the request signal when the client leaves', async () => {
    const left = gate();
    const arrived = gate();
    const server = await start(async (request) => {
      request.signal.addEventListener('abort', () => left.resolve());
      arrived.resolve();
      await left.promise;
      return { status: 200 };
    });
    const caller = new AbortController();
    const pending = fetch(server.url, { signal: caller.signal });
    await arrived.promise;
    caller.abort();
    await expect(pending).rejects.toThrow('aborted');
    await left.promise;
  });
});

describe('security: allowed hosts and origins', () => {
  const goodHosts = [
    'localhost',
    'LOCALHOST:80',
    'mail.localhost:3000',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.9.8.7',
    '[::1]',
    '[::1]:8080',
  ];
  it.each(goodHosts)('S1: allows Host %s', async (host) => {
    const server = await start(ok);
    expect(statusOf(await exchangeRaw(server.port, get([`Host: ${host}`])))).toBe(200);
  });

  const badHosts = [
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    'localhostevil',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'evil.example#localhost',
    'localhost/evil.example',
    'localhost evil.example',
    'localhost,evil.example',
    '127.0.0.999',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    'localhost:',
    'localhost:abc',
    'localhost:999999',
    '',
    '.localhost',
    'a..localhost',
    'lоcalhost',
  ];
  it.each(badHosts)('S1: refuses Host "%s"', async (host) => {
    let called = false;
    const server = await start(() => {
      called = true;
      return { status: 200 };
    });
    const status = statusOf(await exchangeRaw(server.port, get([`Host: ${host}`])));
    expect([400, 403]).toContain(status);
    expect(called).toBe(false);
  });

  const badHeaders: readonly (readonly string[])[] = [
    [],
    ['Host: localhost', 'Host: evil.example'],
    ['Host: evil.example', 'Host: localhost'],
    ...[
      'null',
      'https://evil.example',
      'http://localhost.evil.example',
      'http://localhost@evil.example',
      'http://evil.example/localhost',
      'http://127.0.0.1.evil.example',
      'file://',
      'chrome-extension://abc',
      'http://',
      'localhost',
      '',
      'http://localhost/..//evil.example',
      'http://10.0.0.1',
      'http://[::ffff:127.0.0.1]',
      'javascript:localhost',
      'http://localhost, http://evil.example',
    ].map((origin) => ['Host: localhost', `Origin: ${origin}`]),
    ['Host: localhost', 'Origin: http://localhost', 'Origin: https://evil.example'],
    ['Host: localhost', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image'],
    ['Host: localhost', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe'],
    ['Host: localhost', 'Sec-Fetch-Site: cross-site'],
  ];
  it.each(badHeaders.map((lines) => [lines.join(' | '), lines] as const))(
    'S1: refuses %s',
    async (_, lines) => {
      let called = false;
      const server = await start(() => {
        called = true;
        return { status: 200 };
      });
      expect([400, 403]).toContain(statusOf(await exchangeRaw(server.port, get(lines))));
      expect(called).toBe(false);
    },
  );

  it.each(['http://localhost:5173', 'https://app.localhost', 'http://127.0.0.1:3000', 'http://[::1]:9'])(
    'S1: answers pages of this machine, %s',
    async (origin) => {
      const server = await start(ok);
      expect(statusOf(await exchangeRaw(server.port, get(['Host: localhost', `Origin: ${origin}`])))).toBe(
        200,
      );
    },
  );

  it('S1: allows a link from another site, but not a form', async () => {
    const server = await start(ok);
    const lines = [
      'Host: localhost',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Mode: navigate',
      'Sec-Fetch-Dest: document',
    ];
    expect(statusOf(await exchangeRaw(server.port, get(lines)))).toBe(200);
    const post = get([...lines, 'Content-Length: 0']).replace('GET', 'POST');
    expect(statusOf(await exchangeRaw(server.port, post))).toBe(403);
  });

  it.each(['http://evil.example/x', '*', 'localhost:80', 'x'])(
    'S1: refuses the request target %s',
    async (target) => {
      const server = await start(ok);
      expect(statusOf(await exchangeRaw(server.port, get(['Host: localhost'], target)))).toBe(400);
    },
  );

  it.each([
    ['not HTTP at all', 'HELO example\r\n\r\n', 400],
    [
      'a header of a megabyte',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n`,
      431,
    ],
    [
      'a smuggled second length',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc',
      400,
    ],
    [
      'length and chunked',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
      400,
    ],
    ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ])('S1: survives %s', async (_, text, status) => {
    const server = await start(ok);
    expect(statusOf(await exchangeRaw(server.port, text))).toBe(status);
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('S1: hands over upgrades of this machine only, and survives a throwing upgrade handler', async () => {
    const server = await start(ok, {
      onUpgrade: (request, socket) => {
        if (request.url === '/throw') throw new Error('boom');
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      },
    });
    const ask = async (lines: readonly string[], target = '/') =>
      statusOf(
        await exchangeRaw(
          server.port,
          `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: Upgrade\r\nUpgrade: ` +
            'websocket\r\n\r\n',
        ),
      );
    expect(await ask(['Host: localhost'])).toBe(101);
    expect(await ask(['Host: localhost', 'Origin: http://localhost:5173'])).toBe(101);
    expect(await ask(['Host: evil.example'])).toBe(403);
    expect(await ask(['Host: localhost', 'Origin: https://evil.example'])).toBe(403);
    expect(await ask(['Host: localhost', 'Origin: null'])).toBe(403);
    expect(await ask(['Host: localhost'], '/throw')).toBe(500);
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('listens on 127.0.0.1 alone', async () => {
    const server = await start(ok);
    const refused = await new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.2', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.on('connect', () => socket.destroy());
    });
    expect(refused).toBe('ECONNREFUSED');
  });
});

describe('close', () => {
  it('S6: names the port in use', async () => {
    const first = await start(ok);
    const failure = await startHttpServer(ok, { port: first.port }).catch((error: unknown) => error);
    expect(PortInUseError.isInstance(failure)).toBe(true);
    expect(failure).toMatchObject({ code: 'port-in-use', port: first.port });
    expect(String(failure)).toContain(String(first.port));
    expect((await fetch(first.url)).status).toBe(200);
  });

  it('S6: ends idle, busy and upgraded connections, frees the port, and may be called twice', async () => {
    const busy = gate();
    const server = await start(
      async (request) => {
        busy.resolve();
        await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
        return { status: 200 };
      },
      { onUpgrade: (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n') },
    );
    const idle = exchangeRaw(server.port, '');
    const upgraded = exchangeRaw(
      server.port,
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    const pending = fetch(server.url);
    pending.catch(() => {});
    await busy.promise;
    await Promise.all([server.close(), server.close()]);
    await expect(pending).rejects.toThrow('fetch failed');
    await Promise.all([idle, upgraded]);
    const again = await start(ok, { port: server.port });
    expect(again.port).toBe(server.port);
  });

  it('S4: responds with a thousand idle connections open', async () => {
    const server = await start(ok);
    const idle = await Promise.all(
      Array.from(
        { length: 1000 },
        () =>
          new Promise<{ destroy(): unknown }>((resolve, reject) => {
            const socket = connect(server.port, '127.0.0.1', () => resolve(socket));
            socket.on('error', reject);
          }),
      ),
    );
    expect((await fetch(server.url)).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});

it('responds to HEAD with the length and no body', async () => {
  const server = await start(() => ({ status: 200, body: 'hello' }));
  const length = await new Promise((resolve, reject) => {
    httpRequest(server.url, { method: 'HEAD', agent: false }, (response) => {
      response.resume();
      resolve(response.headers['content-length']);
    })
      .on('error', reject)
      .end();
  });
  expect(length).toBe('5');
});
