// A server that answers one command with bytes that may be anything, and the others as a mail server does.
import { createServer, type Socket } from 'node:net';

export const steps = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'final'] as const;
export type Step = (typeof steps)[number];

export interface ForeignReply {
  readonly step: Step;
  /** Characters are bytes. */
  readonly bytes: string;
  /** The connection ends behind them. */
  readonly isCut: boolean;
}

/** The facts of one conversation: what an outcome must be true of. */
export interface Facts {
  /** The end of the message arrived. */
  hasMessage: boolean;
  /** All that was written behind the end of the message. */
  final: string;
  /** All that was written in reply to DATA. */
  data: string;
}

const usual: Readonly<Record<Step, string>> = {
  greeting: '220 mail.acme.dev ESMTP\r\n',
  EHLO: '250-mail.acme.dev\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 2.7.0 Welcome\r\n',
  MAIL: '250 2.1.0 Fine\r\n',
  RCPT: '250 2.1.5 Fine\r\n',
  DATA: '354 Go on\r\n',
  final: '250 2.0.0 Queued as 1\r\n',
};

/** The status of the first reply in the text; `undefined` for a part of one, or none. */
export function statusOf(text: string): number | undefined {
  const [, code] = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?:[ \t][^\n]*)?\n/.exec(text.replace(/\r\n/g, '\n')) ?? [];
  return code === undefined ? undefined : Number(code);
}

class Conversation {
  readonly facts: Facts = { hasMessage: false, final: '', data: '' };
  readonly #socket: Socket;
  readonly #foreign: ForeignReply;
  readonly #isPipelining: boolean;
  #buffered = '';
  #isInMessage = false;

  constructor(socket: Socket, foreign: ForeignReply, isPipelining: boolean) {
    this.#socket = socket;
    this.#foreign = foreign;
    this.#isPipelining = isPipelining;
    socket.on('error', () => {});
    socket.on('data', (chunk) => this.#read(chunk.toString('latin1')));
    this.#answer('greeting');
  }

  #read(text: string): void {
    this.#buffered += text;
    for (;;) {
      const mark = this.#isInMessage ? '\r\n.\r\n' : '\r\n';
      const end = this.#buffered.indexOf(mark);
      if (end === -1) return;
      const line = this.#buffered.slice(0, end);
      this.#buffered = this.#buffered.slice(end + mark.length);
      if (this.#isInMessage) {
        this.#isInMessage = false;
        this.facts.hasMessage = true;
        this.facts.final += this.#answer('final');
      } else this.#command(line);
    }
  }

  #command(line: string): void {
    const step = steps.find((each) => line.startsWith(each));
    if (step === undefined) {
      const isLast = line.startsWith('QUIT');
      this.#socket.write(isLast ? '221 Bye\r\n' : '250 Fine\r\n');
      if (isLast) this.#socket.end();
      return;
    }
    const said = this.#answer(step);
    if (step !== 'DATA') return;
    this.facts.data += said;
    this.#isInMessage = /^3\d\d/m.test(said);
  }

  #answer(step: Step): string {
    const own = step === 'EHLO' && this.#isPipelining ? `250-PIPELINING\r\n${usual.EHLO}` : usual[step];
    const isForeign = step === this.#foreign.step;
    const bytes = isForeign ? this.#foreign.bytes : own;
    if (isForeign && this.#foreign.isCut) this.#socket.end(bytes, 'latin1');
    else this.#socket.write(bytes, 'latin1');
    return bytes;
  }
}

/** A server of one test, with another foreign reply for each conversation. */
export async function startForeignServer() {
  let foreign: ForeignReply = { step: 'greeting', bytes: usual.greeting, isCut: false };
  let isPipelining = false;
  let conversations: { readonly facts: Facts; readonly closed: Promise<void> }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    conversations.push({ facts: new Conversation(socket, foreign, isPipelining).facts, closed });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    next(reply: ForeignReply, pipelining: boolean): void {
      [foreign, isPipelining, conversations] = [reply, pipelining, []];
    },
    /** What happened, when all connections are closed. */
    async facts(): Promise<readonly Facts[]> {
      await Promise.all(conversations.map(({ closed }) => closed));
      return conversations.map(({ facts }) => facts);
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
