import { InvalidInputError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { wrongKind } from '@org/core/driver';
import { utf8 } from '@org/core/webhooks';
import type { InboundEnvelope, InboundMail } from './inbound-mail.ts';
import { digestOf } from './wire.ts';

/** Where a mail came from. @public */
export interface ParseMailOptions {
  /** The `provider` of the result. @defaultValue 'raw' */
  readonly provider?: string | undefined;
  /** The addresses of the SMTP transaction, which are not in the mail. @defaultValue none */
  readonly envelope?: InboundEnvelope | undefined;
}

const parseMailNames: OptionNames<ParseMailOptions> = { provider: 0, envelope: 0 };

/**
 * A mail from a file, a mailbox or an SMTP server of your own, in the form that `inbound()` passes on. Its
 * `id` is a hash of its bytes.
 *
 * @example
 * const mail = await parseMail(await readFile('reply.eml'));
 *
 * @param raw - the mail as bytes (RFC 5322), or as text in UTF-8
 * @throws InvalidInputError for something else, and for more than 50 levels, 1,000 parts or 1 MiB of headers
 * @public
 */
export async function parseMail(
  raw: Uint8Array | string,
  options: ParseMailOptions = {},
): Promise<InboundMail> {
  refuseUnknown(options, parseMailNames, 'parseMail()');
  const bytes = typeof raw === 'string' ? utf8(raw) : raw;
  if (!(bytes instanceof Uint8Array))
    throw new InvalidInputError({
      message: `parseMail takes the bytes of a mail, not ${wrongKind(raw)}.`,
      issues: [],
      outcome: 'not-sent',
    });
  const { provider = 'raw', envelope = { to: [] } } = options;
  const { toInboundMail } = await import('./to-inbound-mail.ts');
  return toInboundMail({ provider, id: await digestOf(bytes) }, { envelope, raw: bytes });
}
