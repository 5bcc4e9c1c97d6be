import type { TaskContext, TaskOperation } from '@org/core/driver';
import type { PreparedMessage, SendReceipt, VerifiedConnection } from '../../driver.ts';
import { stepOf } from './phase.ts';
import type { SmtpSender } from './sender.ts';

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
