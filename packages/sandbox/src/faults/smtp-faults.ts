import type { Server, Socket } from 'node:net';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { FailureLog } from '../failures.ts';
import type { AnyFault, SmtpCommand, SmtpFault } from './fault.ts';
import type { OpenFaultList } from './fault-list.ts';
import { matchesPattern } from './pattern.ts';

// A longer delay would make Node's timer fire after one millisecond.
const maxDelayMs = 2 ** 31 - 1;

type Done = (error?: Error | null) => void;

interface SmtpParts {
  readonly faults: OpenFaultList;
  readonly failures: Pick<FailureLog, 'add'>;
}

/**
 * The handlers of an SMTP server, so that the faults of `smtp` apply, and how to watch its connections. The
 * error of a handler is a reply 451, and a failure.
 */
export function addSmtpFaults(
  options: SMTPServerOptions,
  { faults, failures }: SmtpParts,
): { readonly options: SMTPServerOptions; watch(server: Server): void } {
  const sockets = new Map<number, Socket>();

  /** Runs a handler with the faults of its command. */
  const step = (
    command: SmtpCommand,
    session: SMTPServerSession,
    address: string,
    reply: Done,
    run: (reply: Done) => void,
  ): void => {
    const safely = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        failures.add(`SMTP ${command}`, error);
        reply(toReply());
      }
    };
    safely(() => {
      const isHit = (fault: AnyFault): fault is SmtpFault => isFor(fault, command, address);
      const due = faults.take(isHit, isPassing);
      if (due.length === 0) return run(reply);
      const last = due.find(({ fault }) => !isPassing(fault))?.fault;
      const fail: Done = () => {
        if (last?.drop) sockets.get(session.remotePort)?.destroy();
        else reply(toReply(last));
      };
      const schedule = (where: Where, then: () => void): void => {
        setTimeout(safely, delayAt(where, due), then).unref();
      };
      const late = (done: Done) => (error?: Error | null) => schedule('after', () => done(error));
      schedule('before', () => {
        if (last === undefined) run(late(reply));
        else if (last.where === 'after') run(late(fail));
        else fail();
      });
    });
  };

  const { onConnect, onAuth, onMailFrom, onRcptTo, onData } = options;
  return {
    options: {
      ...options,
      onConnect: (session, reply) =>
        step('connect', session, '', reply, (done) => (onConnect ? onConnect(session, done) : done())),
      onAuth: (auth, session, reply) => {
        let found: Parameters<typeof reply>[1];
        const done: Done = (error) => reply(error ?? null, found);
        step('auth', session, '', done, (after) => {
          onAuth?.(auth, session, (error, response) => {
            found = response;
            after(error);
          });
        });
      },
      onMailFrom: (from, session, reply) =>
        step('mail', session, addressOf(from), reply, (done) => onMailFrom?.(from, session, done)),
      onRcptTo: (to, session, reply) =>
        step('rcpt', session, addressOf(to), reply, (done) => onRcptTo?.(to, session, done)),
      onData: (stream, session, reply) => {
        let text: string | undefined;
        const done: Done = (error) => {
          stream.resume(); // a fault before the work leaves the message unread
          reply(error, text);
        };
        step('data', session, '', done, (after) => {
          onData?.(stream, session, (error, message) => {
            text = typeof message === 'string' ? message : undefined;
            after(error);
          });
        });
      },
    },
    watch: (server) => keepSockets(server, sockets),
  };
}

function keepSockets(server: Server, sockets: Map<number, Socket>): void {
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
}

type Where = NonNullable<SmtpFault['where']>;

function delayAt(at: Where, due: readonly { readonly fault: SmtpFault }[]): number {
  const delays = due.map(({ fault: { where = 'before', delayMs = 0 } }) => (where === at ? delayMs : 0));
  return Math.min(
    delays.reduce((sum, delayMs) => sum + delayMs, 0),
    maxDelayMs,
  );
}

function addressOf({ address }: SMTPServerAddress): string {
  return address;
}

function isFor(fault: AnyFault, command: SmtpCommand, address: string): fault is SmtpFault {
  if (fault.on !== 'smtp') return false;
  const { match = {} } = fault;
  if (match.command !== undefined && match.command !== command) return false;
  return match.address === undefined || matchesPattern(match.address, address);
}

function isPassing({ code, drop }: SmtpFault): boolean {
  return code === undefined && !drop;
}

function toReply({ code = 451, message = 'Requested action aborted' }: Partial<SmtpFault> = {}): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
