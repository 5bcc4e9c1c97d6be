import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { createRelayBenches } from './mail-smtp-bench.ts';

const { start, stop } = createRelayBenches();
afterEach(stop);

type Service = Awaited<ReturnType<typeof start>>;

async function put({ mailbox }: Service, id: string, source: string) {
  const envelope = { from: 'ann@acme.dev', to: ['bob@example.com'] };
  await mailbox.deliver({ id, via: 'smtp', envelope, raw: Buffer.from(source) });
}

/** Sends texts, each as it is, ends its side, and gives all that came back until the server closed. */
async function talk({ pop3 }: Service, ...texts: readonly string[]): Promise<string> {
  const socket = connect(pop3?.port ?? 0, pop3?.host);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  for (const text of texts) socket.write(text);
  socket.end();
  await closeOf(socket);
  return received;
}

/** `once()` of Node rejects for an error before it: the end of a connection that the server cut. */
const closeOf = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

const login = 'USER bob\r\nPASS any thing\r\n';
const source = 'Subject: Hi\r\nX-A: b\r\n\r\none\r\n.two\r\n..\r\n';

describe('POP3', () => {
  it('is off by default, and listens on this machine with the printed login', async () => {
    expect((await start()).pop3).toBeUndefined();
    const { pop3, smtp } = await start({ pop3: true });
    expect(pop3).toEqual({
      host: '127.0.0.1',
      port: expect.any(Number),
      user: smtp.user,
      password: smtp.password,
    });
    await expect(start({ pop3: { port: pop3?.port ?? 0 } })).rejects.toMatchObject({ code: 'port-in-use' });
    await expect(start({ pop3: { prot: 1 } as object })).rejects.toThrow('mail: { pop3 } }) has');
  });

  it('lists, sends, cuts and names messages, with the bytes of their lines and stuffed dots', async () => {
    const service = await start({ pop3: true });
    await put(service, 'm1', source);
    await put(service, 'm 2', 'Subject: bare\n\nx\ny');
    const size = Buffer.byteLength(source);
    const hash = /[\da-f]{64}/;
    const received = await talk(
      service,
      login,
      'STAT\r\nLIST\r\nLIST 2\r\nUIDL 1\r\nUIDL 2\r\n',
      'RETR 1\r\nTOP 1 1\r\nRETR 2\r\nQUIT\r\n',
    );
    expect(received.replace(hash, '#')).toBe(
      `+OK sandbox\r\n+OK Send PASS\r\n+OK 2 messages\r\n+OK 2 ${size + 23}\r\n` +
        `+OK 2 messages\r\n1 ${size}\r\n2 23\r\n.\r\n+OK 2 23\r\n+OK 1 m1\r\n+OK 2 #\r\n` +
        `+OK ${size} octets\r\nSubject: Hi\r\nX-A: b\r\n\r\none\r\n..two\r\n...\r\n.\r\n` +
        `+OK ${size} octets\r\nSubject: Hi\r\nX-A: b\r\n\r\none\r\n.\r\n` +
        '+OK 23 octets\r\nSubject: bare\r\n\r\nx\r\ny\r\n.\r\n+OK Bye\r\n',
    );
  });

  it('deletes at QUIT only, and takes deletions back', async () => {
    const service = await start({ pop3: true });
    for (const id of ['m1', 'm2', 'm3']) await put(service, id, source);
    const ids = () => service.mailbox.list().map(({ id }) => id);
    expect(await talk(service, `${login}DELE 1\r\nDELE 1\r\nRETR 1\r\nSTAT\r\n`)).toMatch(
      /deleted at QUIT\r\n-ERR No such message\r\n-ERR No such message\r\n\+OK 2 \d+\r\n$/,
    );
    expect(ids()).toEqual(['m1', 'm2', 'm3']);
    await talk(service, `${login}DELE 1\r\nRSET\r\nDELE 2\r\nNOOP\r\nQUIT\r\nDELE 3\r\n`);
    expect(ids()).toEqual(['m1', 'm3']);
  });

  it.each(['POST / HTTP/1.1', 'GET / HTTP/1.1', 'XYZZY', 'constructor', ''])(
    'ends a connection that begins with %j: a web page may send the rest',
    async (first) => {
      const service = await start({ pop3: true });
      await put(service, 'm1', source);
      const received = await talk(service, `${first}\r\nHost: x\r\n\r\n${login}DELE 1\r\nQUIT\r\n`);
      expect(received).toBe('+OK sandbox\r\n-ERR Unknown command\r\n');
      expect(service.mailbox.list()).toHaveLength(1);
    },
  );

  it.each(['AUTH', 'APOP bob 1', 'STLS', 'UTF8', 'LANG', 'STAT'])(
    'refuses %j, which clients try before the sign-in, and goes on',
    async (line) => {
      const service = await start({ pop3: true });
      expect(await talk(service, `${line}\r\n${login}QUIT\r\n`)).toMatch(/-ERR .*\r\n.*\r\n\+OK 0 messages/);
    },
  );

  it('shows a session the mail of its sign-in, and says when one is gone', async () => {
    const service = await start({ pop3: true });
    await put(service, 'm1', source);
    const socket = connect(service.pop3?.port ?? 0, '127.0.0.1');
    const replies: string[] = [];
    const say = async (line: string) => {
      socket.write(`${line}\r\n`);
      const [chunk] = await once(socket, 'data');
      replies.push(String(chunk).split(' ', 2).join(' ').trim());
    };
    await once(socket, 'data');
    for (const line of ['USER a', 'PASS b']) await say(line);
    service.mailbox.clear();
    await put(service, 'm2', source);
    for (const line of ['STAT', 'RETR 1', 'LIST 2']) await say(line);
    expect(replies).toEqual(['+OK Send', '+OK 1', '+OK 1', '-ERR No', '-ERR No']);
    socket.destroy();
  });

  it('answers each command in its state, and invalid ones with -ERR', async () => {
    const service = await start({ pop3: true });
    await put(service, 'm1', source);
    const early = await talk(service, 'stat\r\nPASS x\r\nUSER\r\nNOOP\r\nCAPA\r\nquit\r\n');
    expect(early.match(/^-ERR .*/gm)).toEqual([
      ...['-ERR Sign in first', '-ERR Send USER first', '-ERR USER needs a name', '-ERR Sign in first'],
    ]);
    expect(early).toContain('+OK Capabilities\r\nUSER\r\nTOP\r\nUIDL\r\nPIPELINING\r\n');
    const numbers = ['', '0', '2', '-1', '1e0', '99999999999', '__proto__'].map(
      (number) => `RETR ${number}\r\n`,
    );
    const late = await talk(
      service,
      login,
      ...numbers,
      'XYZZY\r\n\r\nconstructor\r\nTOP 1\r\nTOP 1 -1\r\nUSER x\r\nUIDL 9\r\n',
    );
    expect(late.match(/^-ERR/gm)).toHaveLength(numbers.length + 7);
  });

  it('takes only the printed login with `strict`', async () => {
    const service = await start({ pop3: true, strict: true });
    const { user, password } = service.pop3 ?? {};
    expect(await talk(service, `USER ${user}\r\nPASS wrong\r\nSTAT\r\n`)).toContain('-ERR [AUTH]');
    expect(await talk(service, `USER eve\r\nPASS ${password}\r\n`)).toContain('-ERR [AUTH]');
    expect(await talk(service, `USER ${user}\r\nPASS ${password}\r\nSTAT\r\n`)).toContain('+OK 0 0\r\n');
  });

  it('S4: ends a line without end, whether it comes at once or in pieces', async () => {
    const service = await start({ pop3: true });
    expect(await talk(service, `USER ${'x'.repeat(600)}\r\n`)).toContain('-ERR The line is too long');
    const socket = connect(service.pop3?.port ?? 0, '127.0.0.1');
    socket.on('error', () => {}).resume();
    const closed = closeOf(socket);
    const timer = setInterval(() => socket.write('x'.repeat(100)), 1);
    await closed;
    clearInterval(timer);
    expect(await talk(service, `${login}STAT\r\nQUIT\r\n`)).toContain('+OK 0 0');
  });

  it('S4: a client that asks for much and reads nothing is held back', async () => {
    const service = await start({ pop3: true });
    await put(service, 'm1', `Subject: x\r\n\r\n${'y'.repeat(2 ** 20)}\r\n`);
    let read = 0;
    const { mailbox } = service;
    const get = mailbox.get;
    Object.assign(mailbox, {
      get: (id: string) => {
        read += 1;
        return get(id);
      },
    });
    const socket = connect(service.pop3?.port ?? 0, '127.0.0.1');
    socket.on('error', () => {}).pause();
    socket.write(login + 'RETR 1\r\n'.repeat(2000));
    await expect.poll(() => read).toBeGreaterThan(1);
    await put(service, 'm2', source);
    expect(await talk(service, `${login}STAT\r\nQUIT\r\n`)).toContain('+OK 2 ');
    expect(read).toBeLessThan(200);
    socket.destroy();
  });

  it('is in the description of the sandbox', async () => {
    await using sandbox = await startSandbox({ mail: { pop3: true }, routing: false, realtime: false });
    const answer = await fetch(new URL('/api/sandbox', sandbox.page?.url));
    expect(await answer.json()).toMatchObject({ mail: { pop3: { port: sandbox.mail?.pop3?.port } } });
  });
});
