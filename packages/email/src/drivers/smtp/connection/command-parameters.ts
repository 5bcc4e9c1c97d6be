import type { NodemailerConnection } from './nodemailer.ts';

/** What a mail adds to its commands, beyond what nodemailer writes by itself. */
export interface CommandParameters {
  /** Of MAIL, in capitals: `SMTPUTF8`, `RET=HDRS`. */
  readonly mail: readonly string[];
  /** Of RCPT, for one recipient. */
  readonly recipient?: ((address: string) => readonly string[]) | undefined;
}

/**
 * nodemailer asks for SMTPUTF8 only when the envelope needs it, and writes one ORCPT for all recipients.
 * Returns the function that sets the parameters of the next mail; `undefined` when this version of nodemailer
 * cannot be changed in this way.
 */
export function createCommandParameters(
  connection: NodemailerConnection,
): ((parameters: CommandParameters) => void) | undefined {
  const send = connection._sendCommand;
  if (typeof send !== 'function') return undefined;
  let wanted: CommandParameters = { mail: [] };
  connection._sendCommand = (line, logged) => {
    const more = missingParameters(line, wanted);
    send.call(connection, more.length === 0 ? line : `${line} ${more.join(' ')}`, logged);
  };
  return (parameters) => {
    wanted = parameters;
  };
}

function missingParameters(line: string, { mail, recipient }: CommandParameters): readonly string[] {
  const [, command, address = '', written = ''] = /^(MAIL FROM|RCPT TO):<(.*)>(.*)$/.exec(line) ?? [];
  if (command === undefined) return [];
  const present = written.split(' ');
  const more = command === 'MAIL FROM' ? mail : (recipient?.(address) ?? []);
  return more.filter((parameter) => !present.includes(parameter));
}
