import { setImmediate } from 'node:timers/promises';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { ByteBudget } from '../byte-budget.ts';
import type { FailureLog } from '../failures.ts';
import type { OpenFaultList } from '../faults/fault-list.ts';
import { addSmtpFaults } from '../faults/smtp-faults.ts';
import { type Access, bareHost, localAccess } from '../http/access.ts';
import { trackConnections } from '../http/connections.ts';
import { listen } from '../http/listen.ts';
import { isSameSecret } from '../http/secrets.ts';
import { createSelfSignedCertificate, type SelfSignedCertificate } from '../http/self-signed-certificate.ts';
import type { OpenMailbox } from './mailbox/mailbox.ts';
import { receive, reply } from './mailbox/receive-smtp.ts';

const startSmtpRelayNames: OptionNames<SmtpRelayOptions> = {
  port: 0,
  rejectRecipients: 0,
  tlsPort: 0,
  encryption: 0,
  maxRecipients: 0,
};

/** The SMTP reply that refuses a recipient. */
export interface RecipientRejection {
  /** 4xx for a temporary refusal, 5xx for a permanent one. */
  readonly code: number;
  readonly message: string;
}

/** Options of the SMTP relay. */
export interface SmtpRelayOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** The port with TLS from the first byte, with `tls` of the sandbox. @default 0, any free port */
  readonly tlsPort?: number;
  /** Refuses single recipients, for tests of partial acceptance. */
  readonly rejectRecipients?: (address: string) => RecipientRejection | undefined;
  /**
   * `starttls`: the client must upgrade before it signs in. `tls`: TLS from the first byte. Both use a new
   * certificate that clients must trust. Off by default, because most clients upgrade when they can and then
   * refuse an unknown certificate. With `tls` of the sandbox, `none` lets a client choose.
   *
   * @default 'none'
   */
  readonly encryption?: 'none' | 'starttls' | 'tls';
  /** Recipients of one message; the next gets a 452. @default 1000 (Plunk's relay: 5 unless configured) */
  readonly maxRecipients?: number;
}

/** The parts of the mail service for the relay. */
export interface SmtpRelayContext {
  readonly mailbox: OpenMailbox;
  readonly password: string;
  /** Requires the login. */
  readonly isStrict: boolean;
  readonly maxMessageBytes: number;
  /** The budget for messages in transit. */
  readonly transit: ByteBudget;
  readonly faults: OpenFaultList;
  readonly failures: Pick<FailureLog, 'add'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Why an address may not send; `undefined` if it may. */
  readonly refuseSender: (address: string) => string | undefined;
  /** @default this machine */
  readonly access?: Access;
}

/** The relay's user name, as at Plunk. Case does not matter. */
export const smtpUser = 'plunk';

/** Whether a login is the printed one. */
export function isRelayLogin(user: string, given: string, password: string): boolean {
  return user.toLowerCase() === smtpUser && isSameSecret(given, password);
}

export type SmtpRelay = Awaited<ReturnType<typeof startSmtpRelay>>;

/**
 * A mail relay on 127.0.0.1 that stores the received bytes in the mailbox. User and password are as at
 * Plunk's relay. Unlike that one it changes nothing: Plunk's relay posts the mail to its HTTP API, and loses
 * the text beside HTML, Cc, and content ids of inline images.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function startSmtpRelay(options: SmtpRelayOptions, context: SmtpRelayContext) {
  refuseUnknown(options, startSmtpRelayNames, 'startSmtpRelay()', meantOption);
  const { access = localAccess } = context;
  const { encryption = 'none' } = options;
  const identity =
    access.certificate ?? (encryption === 'none' ? undefined : createSelfSignedCertificate(context.now()));
  const servers = [
    await openServer(
      { ...settingsOf(options, context), ...encrypt(encryption, identity) },
      options.port,
      context,
    ),
  ];
  try {
    if (access.certificate !== undefined)
      servers.push(
        await openServer(
          { ...settingsOf(options, context), ...encrypt('tls', identity) },
          options.tlsPort,
          context,
        ),
      );
  } catch (error) {
    await servers[0]?.close();
    throw error;
  }
  const [main, secure] = servers;
  return {
    host: bareHost(access.name),
    port: main?.port ?? 0,
    tlsPort: secure?.port,
    /** PEM, to trust in a client; `undefined` without encryption. */
    certificate: identity?.certificate,
    close: async () => {
      // Node crashes if a TLS connection ends in the event-loop turn that accepted it.
      await setImmediate();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

type Encryption = NonNullable<SmtpRelayOptions['encryption']>;

/** Without `encryption`, a certificate offers STARTTLS, and plain text stays possible. */
function encrypt(encryption: Encryption, identity: SelfSignedCertificate | undefined): SMTPServerOptions {
  if (identity === undefined) return { disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
  const keys = { cert: identity.certificate, key: identity.privateKey };
  return { ...keys, secure: encryption === 'tls', allowInsecureAuth: encryption === 'none' };
}

async function openServer(settings: SMTPServerOptions, port: number | undefined, context: SmtpRelayContext) {
  const { access = localAccess } = context;
  const faulty = addSmtpFaults(settings, context);
  const server = new SMTPServer(faulty.options);
  faulty.watch(server.server);
  // The error of one connection concerns only its client.
  server.on('error', () => {});
  const connections = trackConnections(server.server, (onClosed) => server.close(onClosed));
  return { port: await listen(server.server, port ?? 0, access.host), close: connections.close };
}

function settingsOf(options: SmtpRelayOptions, context: SmtpRelayContext): SMTPServerOptions {
  return {
    name: 'localhost',
    banner: 'sandbox',
    logger: false,
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: !context.isStrict,
    hideDSN: false,
    hideSMTPUTF8: false,
    disableReverseLookup: true, // a lookup would leave this machine
    hideENHANCEDSTATUSCODES: false,
    size: context.maxMessageBytes,
    rejectOversized: true,
    maxRecipients: options.maxRecipients ?? 1000,
    maxClients: 1024,
    socketTimeout: 60_000,
    closeTimeout: 1,
    onAuth: (auth, _session, callback) => {
      const isKnown =
        !context.isStrict || isRelayLogin(auth.username ?? '', auth.password ?? '', context.password);
      // Without a user, the server would refuse the login.
      if (isKnown) callback(null, { user: auth.username || smtpUser });
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
