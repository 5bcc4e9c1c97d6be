import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { type Access, bareHost } from '../../http/access.ts';
import { trackConnections } from '../../http/connections.ts';
import { listen } from '../../http/listen.ts';
import { createPop3Session, type Pop3Context } from './session.ts';

const startPop3ServerNames: OptionNames<Pop3Options> = { port: 0 };

/** Options of the POP3 server. */
export interface Pop3Options {
  /** @default 0, any free port */
  readonly port?: number;
}

export interface Pop3Server {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const maxConnections = 100;
/** A command has at most 255 octets: RFC 2449, section 4. */
const maxLine = 512;
/** At least 10 minutes: RFC 1939, section 3. */
const idleMs = 600_000;

/** What the server needs of the mail service, and where it listens. */
export interface Pop3Setting extends Pop3Context {
  readonly access: Access;
}

/**
 * Serves the mailbox over POP3, by default on 127.0.0.1: all mail to each login, as it is at the sign-in.
 * Deletions are carried out at QUIT only.
 *
 * @throws {PortInUseError} when the port is in use
 */
async function startPop3Server(options: Pop3Options, context: Pop3Setting): Promise<Pop3Server> {
  refuseUnknown(options, startPop3ServerNames, 'startSandbox({ mail: { pop3 } })', meantOption);
  const server = createServer((socket) => {
    socket.setTimeout(idleMs, () => socket.destroy());
    // The error of one connection concerns only its client.
    serve(socket, context).catch(() => socket.destroy());
  });
  server.maxConnections = maxConnections;
  const connections = trackConnections(server);
  const port = await listen(server, options.port ?? 0, context.access.host);
  return { host: bareHost(context.access.name), port, close: () => connections.close() };
}

/** Starts it if the option says so: `true` is a free port. */
export async function openPop3(
  option: Pop3Options | boolean | undefined,
  context: Pop3Setting,
): Promise<Pop3Server | undefined> {
  return option ? startPop3Server(option === true ? {} : option, context) : undefined;
}

/** One command after the other: a client that sends many and reads nothing waits. */
async function serve(socket: Socket, context: Pop3Context): Promise<void> {
  const session = createPop3Session(context);
  await send(socket, Buffer.from('+OK sandbox\r\n'));
  let rest = '';
  for await (const chunk of socket) {
    const lines = `${rest}${(chunk as Buffer).toString('latin1')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.length > maxLine) return end(socket, '-ERR The line is too long\r\n');
      const text = Buffer.from(line.replace(/\r$/, ''), 'latin1').toString();
      await send(socket, await session.answer(text));
      if (session.isOver) return end(socket, '');
    }
    if (rest.length > maxLine) return end(socket, '-ERR The line is too long\r\n');
  }
}

/** The iteration destroys the socket, and what is not flushed by then is lost. */
async function end(socket: Socket, text: string): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => socket.end(text, resolve)), once(socket, 'close')]);
}

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed) throw new Error('The connection is closed.');
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
