import type { SmtpExtensions } from './extensions.ts';

/** What a server announces with LIMITS (RFC 9422). */
export interface ServerLimits {
  /** Recipients of one transaction. */
  readonly recipients: number;
  /** Transactions of one connection. */
  readonly mails: number;
}

const unlimited: ServerLimits = { recipients: Infinity, mails: Infinity };

export function limitsOf(extensions: SmtpExtensions): ServerLimits {
  const limits = extensions.get('LIMITS');
  if (limits === undefined) return unlimited;
  const announced = new Map(
    limits.split(/\s+/).map((entry) => {
      const [name = '', value = ''] = entry.split('=');
      return [name.toUpperCase(), value];
    }),
  );
  const read = (name: string) => {
    const value = announced.get(name) ?? '';
    return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Infinity;
  };
  return { recipients: read('RCPTMAX'), mails: read('MAILMAX') };
}
