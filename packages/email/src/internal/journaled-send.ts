import { isOrgError, type Runtime } from '@org/core';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { IncompleteSendError } from '../model/errors.ts';
import type { SendResult } from '../model/send-result.ts';
import type { JournalEntry, SendJournal } from '../send-journal.ts';
import { ownMessage } from './late-content.ts';
import type { Send, SendOne } from './send-each-run.ts';

export interface JournalParts {
  readonly journal: SendJournal;
  readonly provider: string;
  readonly capabilities: Pick<EmailCapabilities, 'idempotency' | 'idempotencyWindowMs'>;
  readonly runtime: Pick<Runtime, 'now'>;
}

/** The shortest window that a service with keys documents: Brevo's. */
const shortestWindowMs = 15 * 60_000;

/**
 * Sends with a journal: skips what an earlier run sent, and sends again what has no known end only where the
 * service recognises the key.
 */
export async function journaledSend(send: Send, parts: JournalParts): Promise<SendOne> {
  const { journal, provider, capabilities, runtime } = parts;
  const hasKeys = capabilities.idempotency !== 'none';
  const records = await journal.open(provider);
  return async (given, options, index) => {
    // The source may change it while the journal writes.
    const message = ownMessage(given);
    const key = options.idempotencyKey ?? `${records.id}-${index}`;
    const earlier = await records.find(key);
    if (earlier?.state === 'sent') return undefined;
    const isOpen = earlier?.state === 'started' || earlier?.state === 'unknown';
    if (isOpen && !isRecognised(earlier, parts)) {
      if (earlier.state === 'started') await journal.write({ ...earlier, state: 'unknown' });
      throw neverEnded(provider);
    }
    const startedAtMs = isOpen ? earlier.startedAtMs : runtime.now();
    await journal.write({ key, state: 'started', startedAtMs });
    const end = (state: JournalEntry['state']) => journal.write({ key, state, startedAtMs });
    const sending = send(message, hasKeys ? { ...options, idempotencyKey: key } : options);
    const result = await sending.catch(async (error) => {
      // The journal's own failure must not hide the outcome of the message.
      await end(stateOf(error, options.signal)).catch(() => {});
      throw error;
    });
    await end('sent').catch((cause) => {
      throw endNotWritten(result, cause);
    });
    return result;
  };
}

function endNotWritten({ provider, outcomes }: SendResult, cause: unknown): IncompleteSendError {
  return new IncompleteSendError({
    message: 'The mail was sent, but the journal could not write that. See `cause`; do not send it again.',
    provider,
    operation: 'send',
    outcome: 'sent',
    outcomes,
    cause,
  });
}

function isRecognised({ startedAtMs }: JournalEntry, { capabilities, runtime }: JournalParts): boolean {
  const { idempotency, idempotencyWindowMs = shortestWindowMs } = capabilities;
  return idempotency !== 'none' && runtime.now() - startedAtMs < idempotencyWindowMs;
}

function stateOf(error: unknown, signal: AbortSignal | undefined): JournalEntry['state'] {
  // The caller's abort reason may be an error of ours, of another call.
  if (!isOrgError(error) || (signal?.aborted && error === signal.reason)) return 'unknown';
  // Some recipients have the mail, and others may not.
  if (IncompleteSendError.isInstance(error) && error.outcome === 'sent') return 'unknown';
  return error.outcome ?? 'not-sent';
}

function neverEnded(provider: string): IncompleteSendError {
  return new IncompleteSendError({
    message:
      'An earlier run started this message and wrote no end: whether the service has it is not known. ' +
      `${provider} would not recognise a second send. Look it up there before you send it again.`,
    provider,
    operation: 'send',
    outcome: 'unknown',
  });
}
