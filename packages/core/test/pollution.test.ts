import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

/** What the program sent, byte for byte, by the name that was hung on `Object.prototype`. */
type Sent = ReadonlyMap<string, readonly string[]>;

// Node's fetch and http module read these from their own option objects, even when every option was given.
const takenBy = {
  ky: new Set(['body', 'signal', 'query', 'window', 'priority']),
  fetch: new Set(['body', 'signal', 'query']),
  node: new Set(['signal']),
  undici: new Set(['signal']),
};

describe.each(['ky', 'fetch', 'node', 'undici'] as const)(
  'C16: what somebody hung on Object.prototype, over %s',
  (transport) => {
    let sent: Sent;
    let ended: Readonly<Record<string, unknown>>;
    let names: readonly string[];
    beforeAll(async () => {
      ({ sent, ended } = await runScript(transport));
      const platform = takenBy[transport];
      names = Object.keys(ended).filter(
        (name) => name !== 'clean' && !name.startsWith('bare-') && !platform.has(name),
      );
    }, 270_000);

    it('is compared with calls that do what they should', () => {
      const clean = sent.get('clean') ?? [];
      expect(clean.map((request) => request.split('\r\n')[0])).toEqual([
        'GET /things/a?page=1 HTTP/1.1',
        'POST /things HTTP/1.1',
        'POST /form?key=the-key HTTP/1.1',
        ...(transport === 'node' ? ['PUT /file HTTP/1.1'] : []),
        'GET /busy HTTP/1.1',
        'GET /busy HTTP/1.1',
        'GET /busy HTTP/1.1',
      ]);
      expect(clean[0]).toMatch(/\r\nauthorization: Bearer the-key\r\n/i);
      expect(clean[1]).toMatch(/\r\nidempotency-key: uuid-\d+\r\n/i);
      expect(clean[1]).toContain('\r\n\r\n{"name":"a"}');
      expect(clean[2]).toContain('\r\n\r\na=b');
      const uploaded = transport === 'node' ? [{ value: { ok: true } }] : [];
      expect(ended['clean']).toMatchObject([
        { value: { ok: true } },
        {},
        {},
        ...uploaded,
        { name: 'ServerError' },
      ]);
      expect(names.length).toBeGreaterThan(35);
    });

    it('changes no byte of a request', () => {
      for (const name of names) expect({ [name]: sent.get(name) }).toEqual({ [name]: sent.get('clean') });
    });

    it('changes nothing of how a call ends', () => {
      for (const name of names) expect({ [name]: ended[name] }).toEqual({ [name]: ended['clean'] });
    });

    it.runIf(transport === 'fetch')('is read by the platform only in the known places', () => {
      const bare = (name: string) => JSON.stringify([sent.get(`bare-${name}`), ended[`bare-${name}`]]);
      const read = Object.keys(ended).filter(
        (name) => !name.startsWith('bare-') && bare(name) !== bare('clean'),
      );
      expect(new Set(read)).toEqual(new Set([...takenBy.fetch, 'window', 'dispatcher', 'priority']));
    });
  },
);

async function runScript(transport: string) {
  const { server, sent, url } = await startRecorder();
  const script = fileURLToPath(new URL('pollution-script.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@org/source', script, url, transport], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Only for a script that would run forever: hundreds of calls, on a slow machine.
    timeout: 240_000,
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  server.close();
  expect(code).toBe(0);
  const ended: Readonly<Record<string, unknown>> = JSON.parse(stdout);
  return { sent: sent as Sent, ended };
}

/** A server that keeps every request as it came, under the name it was last told with `/mark/<name>`. */
async function startRecorder() {
  const sent = new Map<string, string[]>();
  let requests: string[] = [];
  const server = createServer((socket) => {
    let received = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const length = wholeLength(received);
      if (length === undefined) return;
      const request = received.slice(0, length);
      received = received.slice(length);
      const mark = /^GET \/mark\/(\S+) /.exec(request)?.[1];
      if (mark === undefined) {
        requests.push(request);
      } else {
        requests = [];
        sent.set(mark, requests);
      }
      const status = request.startsWith('GET /busy') ? '503 Busy' : '200 OK';
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
          'Content-Length: 11\r\n\r\n{"ok":true}',
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('no port');
  return { server, sent, url: `http://127.0.0.1:${address.port}` };
}

/** Of the first request; `undefined` until it is there to its last byte. */
function wholeLength(received: string): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const bodyLength = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received)?.[1] ?? 0);
  const length = headEnd + 4 + bodyLength;
  return received.length < length ? undefined : length;
}
