import { localAccess } from '../../http/access.ts';
import { openPop3, type Pop3Server } from '../pop3/pop3-server.ts';
import { isRelayLogin, type SmtpRelay, type SmtpRelayContext, startSmtpRelay } from '../smtp-relay.ts';
import type { MailServiceOptions } from './service-options.ts';

/** The servers beside HTTP. */
export interface MailServers {
  readonly smtp: SmtpRelay;
  /** `undefined` unless an option starts it. */
  readonly pop3: Pop3Server | undefined;
  close(): Promise<void>;
}

/** Starts SMTP and, if an option says so, POP3. @throws {PortInUseError} when a port is in use: none runs */
export async function startMailServers(
  options: Pick<MailServiceOptions, 'smtp' | 'pop3'>,
  context: SmtpRelayContext,
): Promise<MailServers> {
  const { mailbox, isStrict, password, access = localAccess } = context;
  const smtp = await startSmtpRelay(options.smtp ?? {}, context);
  // Other machines may ask: the mailbox is not for everybody.
  const needsPassword = isStrict || access.isOpen;
  const accepts = (user: string, given: string) => !needsPassword || isRelayLogin(user, given, password);
  try {
    const pop3 = await openPop3(options.pop3, { mailbox, accepts, access });
    const close = async () => void (await Promise.all([smtp.close(), pop3?.close()]));
    return { smtp, pop3, close };
  } catch (error) {
    await smtp.close();
    throw error;
  }
}
