import { InvalidInputError } from '@org/core';
import type { TaskContext, TaskOperation } from '@org/core/driver';
import {
  type PreparedMessage,
  recipientsOf,
  type SendReceipt,
  type VerifiedConnection,
} from '../../driver.ts';
import { stepOf } from './phase.ts';
import type { SmtpSender } from './sender.ts';

/** The operations of a relay. */
export function createSmtpOperations(load: () => Promise<SmtpSender>): {
  readonly send: TaskOperation<PreparedMessage, SendReceipt>;
  readonly verify: TaskOperation<undefined, VerifiedConnection>;
} {
  const start = async (context: TaskContext) => {
    context.enter(stepOf({ phase: 'connect' }));
    return load();
  };
  return {
    send: {
      name: 'send',
      safety: 'unsafe', // SMTP has no key: a second try is a second mail
      // The phases of an attempt have their own time limits (`timeouts`), which end a silent one earlier.
      timeoutMs: 900_000,
      prepare: requireWritable,
      async run(message, context) {
        return (await start(context)).attempt(message, context);
      },
    },
    verify: {
      name: 'verify',
      safety: 'read',
      async run(_input, context) {
        return (await start(context)).verify(context);
      },
    },
  };
}

/** nodemailer refuses an angle bracket in an address, even a quoted one. @throws InvalidInputError */
function requireWritable(message: PreparedMessage): void {
  const { from, envelopeFrom = from?.address ?? '' } = message;
  if (![envelopeFrom, ...recipientsOf(message)].some((address) => /[<>]/.test(address))) return;
  throw new InvalidInputError({
    message: 'smtp() cannot send to or from an address with < or > before the @.',
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}
