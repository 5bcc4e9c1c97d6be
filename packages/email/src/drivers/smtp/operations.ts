import { InvalidInputError } from '@org/core';
import type { TaskOperation } from '@org/core/driver';
import type { PreparedMessage } from '../../model/message.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import { stepOf } from './phase.ts';
import type { SmtpSender } from './sender.ts';

/** A relay has one operation. */
export function createSmtpOperations(load: () => Promise<SmtpSender>): {
  readonly send: TaskOperation<PreparedMessage, SendReceipt>;
} {
  return {
    send: {
      name: 'send',
      safety: 'unsafe', // SMTP has no key: a second try is a second mail
      // RFC 5321, section 4.5.3.2, gives servers minutes for each step: a shorter limit makes a slow relay
      // `unknown`.
      timeoutMs: 60_000,
      prepare: requireWritable,
      async run(message, context) {
        context.enter(stepOf({ phase: 'connect' }));
        const sender = await load();
        return sender.attempt(message, context);
      },
    },
  };
}

/** nodemailer refuses an angle bracket in an address, even a quoted one. @throws InvalidInputError */
function requireWritable({ from, to, cc, bcc }: PreparedMessage): void {
  if (![from, ...to, ...cc, ...bcc].some((mailbox) => /[<>]/.test(mailbox?.address ?? ''))) return;
  throw new InvalidInputError({
    message: 'smtp() cannot send to or from an address with < or > before the @.',
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}
