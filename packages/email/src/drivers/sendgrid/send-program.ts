import type { PreparedMessage, RequestCall } from '../../driver.ts';
import type { mailOperations } from './mail.ts';

/** A scheduled mail needs a batch, whose id cancels it. */
export async function send(message: PreparedMessage, call: RequestCall<typeof mailOperations>) {
  if (message.sandbox) return call('mail.validate', { message });
  if (message.sendAt === undefined) return call('mail.send', { message });
  return call('mail.send', { message, batchId: await call('mail.createBatch', undefined) });
}
