import { type OptionNames, optionKinds, requireArgument, requireOptions } from '@org/core/basics';
import { loadBullmq } from './load-bullmq.ts';
import type { EmailWorker, EmailWorkerOptions } from './worker-options.ts';

const emailWorkerNames: OptionNames<EmailWorkerOptions> = {
  email: 0,
  connection: 0,
  name: 0,
  prefix: 0,
  concurrency: 0,
  maxRequeues: 0,
  requeueDelayMs: 0,
  onOutcome: 0,
  onError: 0,
};

/**
 * Sends the mails of a queue. Each mail is sent with its id as idempotency key. The client repeats what may
 * be repeated at once; a mail that surely was not sent goes back to the queue; any other failure makes it a
 * dead letter. After the end of a worker, `kill -9` included, its mails in flight are treated as by
 * `sendEach` with a journal. @public
 *
 * @example
 * const worker = await startEmailWorker({ email, connection: { host: 'redis.internal' } });
 * process.once('SIGTERM', () => worker.close());
 */
export async function startEmailWorker(options: EmailWorkerOptions): Promise<EmailWorker> {
  requireOptions(options, emailWorkerNames, 'startEmailWorker()');
  requireArgument('email', options.email, optionKinds.object);
  requireArgument('connection', options.connection, optionKinds.object);
  const { openWorker } = await loadBullmq(() => import('./open-worker.ts'));
  return openWorker({ ...options });
}
