import { type DriverSession, isOrgError, type OrgError } from '@org/core';
import type { SendOptions } from '../client.ts';
import type { SendOperations } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { checkSupport } from '../model/check-support.ts';
import { RecipientSuppressedError } from '../model/errors.ts';
import { decideLossy, type LossyMapping, lossyError, type OnLossy } from '../model/lossy.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import { prepareMessage } from '../model/prepare-message.ts';
import type { RecipientOutcome, SendReceipt, SendResult } from '../model/send-result.ts';

interface SenderParts {
  readonly session: DriverSession<SendOperations>;
  readonly provider: string;
  readonly capabilities: EmailCapabilities;
  readonly onLossy: OnLossy;
}

/** `send`: validate, fit to the service, split if everybody gets a mail of their own, execute, merge. */
export function createSender(
  parts: SenderParts,
): (message: EmailMessage, options?: SendOptions) => Promise<SendResult> {
  const { provider, capabilities } = parts;
  return async (input, { onLossy = parts.onLossy, ...options } = {}) => {
    const fitted = decideLossy(prepareMessage(input), capabilities);
    checkSupport(fitted.message, capabilities, provider);
    if (fitted.lossy.length > 0) tellLoss(fitted.lossy, onLossy, provider);
    const receipt = await execute(parts, fitted.message, options);
    return toResult(receipt, fitted.lossy, provider);
  };
}

function tellLoss(lossy: readonly LossyMapping[], onLossy: OnLossy, provider: string): void {
  if (onLossy === 'allow') return;
  if (onLossy !== 'warn') throw lossyError(lossy, provider);
  for (const { field, action, detail } of lossy) {
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
  }
}

function execute(
  { session, capabilities }: SenderParts,
  message: PreparedMessage,
  options: Omit<SendOptions, 'onLossy'>,
): Promise<SendReceipt> {
  const mustSplit =
    message.visibility === 'individual' &&
    message.to.length > 1 &&
    capabilities.message.visibility === 'shared';
  if (!mustSplit) return session.execute('send', message, options);
  return executeEach(session, message, options);
}

/** One mail for each recipient. Who was refused stands beside who was accepted; if nobody was accepted, the first error is the call's. */
async function executeEach(
  session: DriverSession<SendOperations>,
  message: PreparedMessage,
  options: Omit<SendOptions, 'onLossy'>,
): Promise<SendReceipt> {
  const outcomes: RecipientOutcome[] = [];
  let replayed = true;
  for (const [index, recipient] of message.to.entries()) {
    const { idempotencyKey } = options;
    const own =
      idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${idempotencyKey}-${index}` };
    try {
      const receipt = await session.execute('send', { ...message, to: [recipient] }, own);
      outcomes.push(...receipt.outcomes);
      replayed &&= receipt.replayed === true;
    } catch (error) {
      if (!isOrgError(error)) throw error;
      outcomes.push(failedOutcome(recipient.address, error));
      replayed = false;
    }
  }
  const failed = outcomes.find(({ error }) => error !== undefined)?.error;
  if (failed !== undefined && !outcomes.some(({ status }) => isTaken(status))) throw failed;
  return { outcomes, replayed };
}

function failedOutcome(recipient: string, error: OrgError): RecipientOutcome {
  if (error.outcome === 'sent') return { recipient, status: 'accepted', error };
  if (error.outcome === 'unknown') return { recipient, status: 'unknown', error };
  return { recipient, status: RecipientSuppressedError.isInstance(error) ? 'suppressed' : 'rejected', error };
}

function isTaken(status: RecipientOutcome['status']): boolean {
  return status === 'accepted' || status === 'scheduled';
}

function toResult(receipt: SendReceipt, lossy: readonly LossyMapping[], provider: string): SendResult {
  const messageId = receipt.outcomes.find(({ status }) => isTaken(status))?.messageId;
  return {
    provider,
    outcomes: receipt.outcomes,
    replayed: receipt.replayed ?? false,
    lossy,
    ...(messageId === undefined ? {} : { messageId }),
    ...(receipt.response === undefined ? {} : { response: receipt.response }),
  };
}
