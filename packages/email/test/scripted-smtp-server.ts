import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A step of the conversation with an action in the script. */
export type SmtpStep =
  | 'connect'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  /** While the message arrives. */
  | 'message'
  /** After its final dot. */
  | 'final'
  | 'RSET'
  | 'QUIT';

/** The action: a reply, a cut connection, a reset, or silence. */
export type SmtpAct = string | 'cut' | 'reset' | 'stall';

export interface SmtpScript {
  readonly extensions?: readonly string[];
  readonly acts?: Partial<
    Record<SmtpStep, SmtpAct | ((line: string) => SmtpAct | undefined | Promise<SmtpAct>)>
  >;
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** A server that follows its script and records its input. */
export interface ScriptedSmtpServer {
  readonly port: number;
  /** Every command line of every connection, in order. */
  readonly lines: readonly string[];
  /** All input, in order. */
  readonly received: readonly string[];
  /** Every complete message. */
  readonly messages: readonly string[];
  readonly connections: number;
  readonly open: number;
  /** A new script counts from the next step. */
  script: SmtpScript;
  /** From DATA on, takes no more bytes. */
  pause(): void;
  close(): Promise<void>;
}

export async function startScriptedSmtpServer(script: SmtpScript = {}): Promise<ScriptedSmtpServer> {
  const server = new ScriptedServer(script);
  await server.listen();
  return server;
}

class ScriptedServer implements ScriptedSmtpServer {
  readonly lines: string[] = [];
  readonly received: string[] = [];
  readonly messages: string[] = [];
  script: SmtpScript;
  port = 0;
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(script: SmtpScript) {
    this.script = script;
    this.#server = createServer((socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      new Conversation(this, socket, false);
    });
  }

  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  get open(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    this.port = address.port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      for (const socket of this.#sockets) socket.destroy();
      this.#server.close(() => resolve());
    });
  }
}

const replies: Readonly<Record<string, readonly [SmtpStep, string]>> = {
  AUTH: ['AUTH', '235 2.7.0 Welcome'],
  MAIL: ['MAIL', '250 2.1.0 Fine'],
  RCPT: ['RCPT', '250 2.1.5 Fine'],
  DATA: ['DATA', '354 Go on'],
  RSET: ['RSET', '250 2.0.0 Fine'],
};

/** One connection, before or after STARTTLS. */
class Conversation {
  readonly #server: ScriptedServer;
  readonly #socket: Socket;
  readonly #isSecure: boolean;
  #buffered = '';
  #inMessage = false;
  /** The next line belongs to a sign-in. */
  #inSignIn = false;

  constructor(server: ScriptedServer, socket: Socket, isSecure: boolean) {
    this.#server = server;
    this.#socket = socket;
    this.#isSecure = isSecure;
    socket.on('error', () => {});
    socket.on('data', (chunk) => this.#read(chunk.toString('latin1')));
    if (!isSecure) this.#act('connect', '', '220 scripted ESMTP');
  }

  #read(text: string): void {
    this.#server.received.push(text);
    this.#buffered += text;
    if (this.#inMessage && this.#server.script.acts?.message !== undefined && this.#buffered.length > 0)
      this.#act('message', '', '');
    else while (this.#readNext());
  }

  /** Takes one command or one message from the buffer. `false` when none is complete. */
  #readNext(): boolean {
    // A client ends a message without recipients by sending it empty.
    if (this.#inMessage && this.#buffered.startsWith('.\r\n')) {
      this.#buffered = this.#buffered.slice(3);
      this.#inMessage = false;
      this.#act('final', '', '554 5.5.1 No valid recipients');
      return true;
    }
    const mark = this.#inMessage ? '\r\n.\r\n' : '\r\n';
    const end = this.#buffered.indexOf(mark);
    if (end === -1) return false;
    const text = this.#buffered.slice(0, end);
    this.#buffered = this.#buffered.slice(end + mark.length);
    if (this.#inMessage) {
      this.#inMessage = false;
      this.#server.messages.push(text);
      this.#act('final', text, '250 2.0.0 Queued as 1');
    } else this.#command(text);
    return true;
  }

  #command(line: string): void {
    this.#server.lines.push(line);
    if (this.#inSignIn) {
      this.#inSignIn = false;
      this.#act('AUTH', line, '235 2.7.0 Welcome');
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    const [step, reply] = replies[verb] ?? [];
    if (step !== undefined) this.#act(step, line, reply ?? '');
    else if (verb === 'EHLO') this.#act('EHLO', line, this.#ehlo());
    else if (verb === 'STAR') this.#upgrade(line);
    else if (verb !== 'QUIT') this.#socket.write('250 2.0.0 Fine\r\n');
    else if (this.#server.script.acts?.QUIT === undefined) this.#socket.end('221 2.0.0 Bye\r\n');
    else this.#act('QUIT', line, '');
  }

  #ehlo(): string {
    const { extensions = ['AUTH PLAIN LOGIN'], tls } = this.#server.script;
    const hasStartTls = tls !== undefined && !this.#isSecure;
    const offered = ['scripted', ...extensions, ...(hasStartTls ? ['STARTTLS'] : [])];
    return offered.map((name, index) => `250${index === offered.length - 1 ? ' ' : '-'}${name}`).join('\r\n');
  }

  #upgrade(line: string): void {
    const { tls, acts } = this.#server.script;
    if (tls === undefined || acts?.STARTTLS !== undefined) {
      this.#act('STARTTLS', line, '502 5.5.1 No such command');
      return;
    }
    this.#socket.removeAllListeners('data');
    this.#socket.write('220 2.0.0 Ready\r\n');
    const secureContext = createSecureContext(tls);
    new Conversation(this.#server, new TLSSocket(this.#socket, { isServer: true, secureContext }), true);
  }

  #act(step: SmtpStep, line: string, usual: string): void {
    const entry = this.#server.script.acts?.[step];
    const chosen = (typeof entry === 'function' ? entry(line) : entry) ?? usual;
    if (typeof chosen === 'string') this.#perform(chosen);
    else void chosen.then((act) => this.#perform(act));
  }

  #perform(chosen: SmtpAct): void {
    if (chosen.startsWith('354')) {
      this.#inMessage = true;
      if (this.#server.isPaused) this.#socket.pause();
    }
    if (chosen.startsWith('334')) this.#inSignIn = true;
    if (chosen === 'cut') this.#socket.destroy();
    else if (chosen === 'reset') this.#socket.resetAndDestroy();
    else if (chosen !== 'stall' && chosen !== '') this.#socket.write(`${chosen}\r\n`);
  }
}
