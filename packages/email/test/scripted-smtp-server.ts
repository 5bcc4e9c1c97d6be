import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A point of the conversation at which a script may act. */
export type SmtpStep =
  | 'connect'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  /** While the message comes in. */
  | 'message'
  /** After its final dot. */
  | 'final'
  | 'RSET'
  | 'QUIT';

/** What to do there: answer with this, cut the connection, cut it with a reset, or stay silent. */
export type SmtpAct = string | 'cut' | 'reset' | 'stall';

export interface SmtpScript {
  readonly extensions?: readonly string[];
  readonly acts?: Partial<
    Record<SmtpStep, SmtpAct | ((line: string) => SmtpAct | undefined | Promise<SmtpAct>)>
  >;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A server that says what its script says, and remembers what it heard. */
export interface ScriptedSmtpServer {
  readonly port: number;
  /** Every command line of every connection, in order. */
  readonly lines: readonly string[];
  /** Everything that came in, as it came. */
  readonly received: readonly string[];
  /** Every message whose final dot came. */
  readonly messages: readonly string[];
  readonly connections: number;
  readonly open: number;
  /** Changes the script for what comes next. */
  script: SmtpScript;
  close(): Promise<void>;
}

export async function startScriptedSmtpServer(script: SmtpScript = {}): Promise<ScriptedSmtpServer> {
  const lines: string[] = [];
  const received: string[] = [];
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const state = { script };

  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, false);
  });

  function converse(socket: Socket, secure: boolean): void {
    let buffered = '';
    let inMessage = false;
    socket.on('error', () => {});

    const act = (step: SmtpStep, line: string, usual: string): void => {
      const entry = state.script.acts?.[step];
      const chosen = (typeof entry === 'function' ? entry(line) : entry) ?? usual;
      if (typeof chosen === 'string') perform(chosen);
      else void chosen.then(perform);
    };

    const perform = (chosen: SmtpAct): void => {
      if (chosen.startsWith('354')) inMessage = true;
      if (chosen === 'cut') socket.destroy();
      else if (chosen === 'reset') socket.resetAndDestroy();
      else if (chosen !== 'stall' && chosen !== '') socket.write(`${chosen}\r\n`);
    };

    const command = (line: string): void => {
      lines.push(line);
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') act('EHLO', line, ehlo(secure));
      else if (verb === 'STAR') upgrade(line);
      else if (verb === 'AUTH') act('AUTH', line, '235 2.7.0 Welcome');
      else if (verb === 'MAIL') act('MAIL', line, '250 2.1.0 Fine');
      else if (verb === 'RCPT') act('RCPT', line, '250 2.1.5 Fine');
      else if (verb === 'DATA') {
        act('DATA', line, '354 Go on');
      } else if (verb === 'RSET') act('RSET', line, '250 2.0.0 Fine');
      else if (verb === 'QUIT' && state.script.acts?.QUIT === undefined) socket.end('221 2.0.0 Bye\r\n');
      else if (verb === 'QUIT') act('QUIT', line, '');
      else socket.write('250 2.0.0 Fine\r\n');
    };

    const upgrade = (line: string): void => {
      const { tls, acts } = state.script;
      if (tls === undefined || acts?.STARTTLS !== undefined) {
        act('STARTTLS', line, '502 5.5.1 No such command');
        return;
      }
      socket.removeAllListeners('data');
      socket.write('220 2.0.0 Ready\r\n');
      const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) });
      converse(secured, true);
    };

    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'));
      buffered += chunk.toString('latin1');
      if (inMessage && state.script.acts?.message !== undefined && buffered.length > 0) {
        act('message', '', '');
        return;
      }
      for (;;) {
        if (inMessage && buffered.startsWith('.\r\n')) {
          // an empty message, which is how a client ends one that nobody is to get
          buffered = buffered.slice(3);
          inMessage = false;
          socket.write('554 5.5.1 No valid recipients\r\n');
          continue;
        }
        const end = inMessage ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n');
        if (end === -1) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          inMessage = false;
          messages.push(text);
          act('final', text, '250 2.0.0 Queued as 1');
        } else command(text);
      }
    });
    if (!secure) act('connect', '', '220 scripted ESMTP');
  }

  function ehlo(secure: boolean): string {
    const { extensions = ['AUTH PLAIN LOGIN'], tls } = state.script;
    const offered = ['scripted', ...extensions, ...(tls !== undefined && !secure ? ['STARTTLS'] : [])];
    return offered.map((name, index) => `250${index === offered.length - 1 ? ' ' : '-'}${name}`).join('\r\n');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    lines,
    received,
    messages,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get script() {
      return state.script;
    },
    set script(next) {
      state.script = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
