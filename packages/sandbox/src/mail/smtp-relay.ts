import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import type { ByteBudget, ByteLease } from '../byte-budget.ts';
import { trackConnections } from '../http/connections.ts';
import { listenOnLoopback } from '../http/listen.ts';
import type { OpenMailbox } from './mailbox.ts';
import { isSameSecret } from './secrets.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

/** Why a recipient is refused: the SMTP reply. */
export interface RecipientRejection {
  /** 4xx for "later", 5xx for "never". */
  readonly code: number;
  readonly message: string;
}

/** How the SMTP relay behaves. */
export interface SmtpRelayOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** Refuses single recipients, for tests of partial acceptance. */
  readonly rejectRecipients?: (address: string) => RecipientRejection | undefined;
  /**
   * `starttls` offers an upgrade and takes no login before it; `tls` speaks TLS from the first byte. Both
   * with a certificate made for the occasion, which clients have to be told to trust. Off by default, because
   * most clients upgrade whenever that is offered and then refuse a certificate that they do not know.
   *
   * @default 'none'
   */
  readonly encryption?: 'none' | 'starttls' | 'tls';
  /**
   * Recipients of one message; the next is answered with 452. @default 1000 (the real relay: 5 unless
   * configured)
   */
  readonly maxRecipients?: number;
}

/** What the relay needs from the service around it. */
export interface SmtpRelayContext {
  readonly mailbox: OpenMailbox;
  readonly password: string;
  readonly maxMessageBytes: number;
  /** For the messages that all connections are sending. */
  readonly transit: ByteBudget;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Why an address may not send; `undefined` when it may. */
  readonly refuseSender: (address: string) => string | undefined;
}

/** A running relay. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** PEM, for a client's list of trusted authorities; `undefined` without encryption. */
  readonly certificate: string | undefined;
  close(): Promise<void>;
}

/** The relay's user name, as Plunk has it; compared without regard to case. */
export const smtpUser = 'plunk';

/**
 * A mail relay on 127.0.0.1 that keeps what it gets, byte for byte, in the mailbox.
 *
 * It asks for the user and key that Plunk's relay asks for. Unlike that one it is faithful: Plunk posts the
 * mail to its HTTP API again and loses the text beside HTML, Cc, and content ids of inline images.
 *
 * @throws {PortInUseError} when the port is taken
 */
export async function startSmtpRelay(
  options: SmtpRelayOptions,
  context: SmtpRelayContext,
): Promise<SmtpRelay> {
  const { encryption = 'none' } = options;
  const identity = encryption === 'none' ? undefined : createSelfSignedCertificate(context.now());
  const server = new SMTPServer({
    ...(identity === undefined
      ? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true } // plain text stays on this machine
      : { cert: identity.certificate, key: identity.privateKey, secure: encryption === 'tls' }),
    name: 'localhost',
    banner: 'sandbox',
    logger: false,
    authMethods: ['PLAIN', 'LOGIN'],
    disableReverseLookup: true, // a name server is a connection to the outside
    hideENHANCEDSTATUSCODES: false,
    size: context.maxMessageBytes,
    rejectOversized: true,
    maxRecipients: options.maxRecipients ?? 1000,
    maxClients: 1024,
    socketTimeout: 60_000,
    closeTimeout: 1,
    onAuth: (auth, _session, callback) => {
      const isKnown =
        auth.username?.toLowerCase() === smtpUser && isSameSecret(auth.password ?? '', context.password);
      if (isKnown) callback(null, { user: smtpUser });
      else callback(reply(535, 'Authentication credentials invalid'));
    },
    onMailFrom: ({ address }, _session, callback) => {
      const refusal = context.refuseSender(address);
      callback(refusal === undefined ? null : reply(550, refusal));
    },
    onRcptTo: ({ address }, _session, callback) => callback(judgeRecipient(address, options) ?? null),
    onData: (stream, session, callback) => {
      receive(stream, session, context).then(
        (id) => callback(null, `Queued as ${id}`),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // A broken connection concerns its client only.
  server.on('error', () => {});
  const connections = trackConnections(server.server, (onClosed) => server.close(onClosed));
  const port = await listenOnLoopback(server.server, options.port ?? 0);
  return {
    host: '127.0.0.1',
    port,
    certificate: identity?.certificate,
    close: async () => {
      // Node crashes when a TLS connection ends in the turn of the event loop that accepted it.
      await setImmediate();
      await connections.close();
    },
  };
}

function judgeRecipient(address: string, { rejectRecipients }: SmtpRelayOptions): Error | undefined {
  try {
    const rejection = rejectRecipients?.(address);
    return rejection && reply(rejection.code, rejection.message);
  } catch (error) {
    return reply(451, `rejectRecipients failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { mailbox, transit }: SmtpRelayContext,
): Promise<string> {
  const lease = transit.open();
  try {
    return await deliver(await readMessage(stream, lease), session, mailbox);
  } finally {
    lease.release();
  }
}

/** Reads to the end, as the protocol asks, also what is not kept. */
async function readMessage(stream: SMTPServerDataStream, lease: ByteLease): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let hasRoom = true;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hasRoom &&= !stream.sizeExceeded && lease.take(chunk.byteLength);
    if (hasRoom) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (stream.sizeExceeded) throw reply(552, 'Message exceeds fixed maximum message size');
  if (!hasRoom) throw reply(452, 'Too much mail in transit, try again later');
  return new Uint8Array(Buffer.concat(chunks));
}

async function deliver(raw: Uint8Array, session: SMTPServerSession, mailbox: OpenMailbox): Promise<string> {
  const { mailFrom, rcptTo } = session.envelope;
  const id = randomUUID();
  await mailbox.deliver({
    id,
    via: 'smtp',
    envelope: {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }: SMTPServerAddress) => address),
    },
    raw,
  });
  return id;
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
