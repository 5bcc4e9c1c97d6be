import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from '../recorder.ts';

/** What the relay does with one mail. */
export type SmtpTurn = 'lose-the-reply' | 'defer' | 'hold';

export interface RelayedMail {
  readonly recipients: readonly string[];
  /** The lines of its header section, folded lines joined. */
  readonly headers: readonly string[];
  readonly content: string;
}

/** A relay that records each mail it took. It refuses recipients whose name begins with `gone`. */
export interface Relay extends AsyncDisposable {
  readonly origin: string;
  turns: SmtpTurn[];
  readonly mails: readonly RelayedMail[];
  readonly connections: { readonly isClosed: boolean }[];
  until(isReached: () => boolean): Promise<boolean>;
}

export async function startRelay(): Promise<Relay> {
  const mails: RelayedMail[] = [];
  const connections: { isClosed: boolean }[] = [];
  const relay = { turns: [] as SmtpTurn[], mails, connections };
  const sockets = new Map<string, { isClosed: boolean }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect({ id }, done) {
      const connection = { isClosed: false };
      sockets.set(id, connection);
      connections.push(connection);
      done();
    },
    onClose({ id }) {
      const connection = sockets.get(id);
      if (connection) connection.isClosed = true;
    },
    onMailFrom(_address, _session, done) {
      if (relay.turns[0] !== 'defer') return done();
      relay.turns.shift();
      done(Object.assign(new Error('4.7.0 Try again later'), { responseCode: 451 }));
    },
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('gone')) return done();
      done(Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 }));
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const content = Buffer.concat(chunks).toString('latin1');
      const [head = ''] = content.split('\r\n\r\n', 1);
      const headers = head.replaceAll(/\r\n[ \t]/g, ' ').split(/\r\n|[\r\n]/);
      mails.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), headers, content });
      const turn = relay.turns.shift();
      if (turn === undefined) return done(null, 'queued as 1');
      if (turn === 'lose-the-reply') for (const socket of socketsOf(server)) socket.destroy();
    },
  });
  server.on('error', () => {}); // connections that end early
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return Object.assign(relay, {
    origin: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    until: waitUntil,
    async [Symbol.asyncDispose]() {
      for (const socket of socketsOf(server)) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** Its types do not show the sockets. */
function socketsOf(server: SMTPServer): readonly import('node:net').Socket[] {
  const connections = server.connections as unknown as Iterable<{ _socket: import('node:net').Socket }>;
  return [...connections].map(({ _socket }) => _socket);
}
