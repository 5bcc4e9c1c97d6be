import type { EmailCapabilities } from '../model/capabilities.ts';
import { checkSupport } from '../model/check-support.ts';
import { decideLossy, findUnusedKey, type LossyMapping, lossyError, type OnLossy } from '../model/lossy.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import { prepareMessage } from '../model/prepare-message.ts';
import { isAccepted, type SendReceipt, type SendResult } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import type { IndividualSend } from './send-individually.ts';

interface SenderParts extends IndividualSend {
  readonly capabilities: EmailCapabilities;
  readonly onLossy: OnLossy;
}

/** `send`: validate, fit to the service, split into one mail for each recipient, execute, merge. */
export function createSender(
  parts: SenderParts,
): (message: EmailMessage, options?: SendOptions) => Promise<SendResult> {
  const { provider, capabilities } = parts;
  return async (input, { onLossy = parts.onLossy, ...options } = {}) => {
    const fitted = decideLossy(prepareMessage(input), capabilities);
    checkSupport(fitted.message, capabilities, provider);
    if (fitted.lossy.length > 0) tellLoss(fitted.lossy, onLossy, provider);
    const unusedKey = findUnusedKey(options.idempotencyKey, capabilities);
    if (onLossy === 'warn') tellLoss(unusedKey, onLossy, provider);
    const receipt = await execute(parts, fitted.message, options);
    // A 2xx response may list other recipients only: then nobody is known to have the mail.
    if (receipt.outcomes.every(({ status }) => status === 'unknown')) {
      const { throwUnlessAccepted } = await parts.runtime.untimed(() => import('./send-individually.ts'));
      throwUnlessAccepted(parts, receipt.outcomes, undefined);
    }
    return toResult(receipt, [...fitted.lossy, ...unusedKey], provider);
  };
}

function tellLoss(lossy: readonly LossyMapping[], onLossy: OnLossy, provider: string): void {
  if (onLossy === 'allow') return;
  if (onLossy !== 'warn') throw lossyError(lossy, provider);
  for (const { field, action, detail } of lossy) {
    console.warn(`@org/email: ${provider} cannot carry \`${field}\`, which was ${action}: ${detail}.`);
  }
}

async function execute(
  parts: SenderParts,
  message: PreparedMessage,
  options: Omit<SendOptions, 'onLossy'>,
): Promise<SendReceipt> {
  const { session, runtime } = parts;
  const [recipient] = message.to;
  if (message.visibility === 'shared') return session.execute('send', message, options);
  if (message.to.length > 1) {
    const { sendIndividually } = await runtime.untimed(() => import('./send-individually.ts'));
    return sendIndividually(parts, message, options);
  }
  if (options.idempotencyKey === undefined) return session.execute('send', message, options);
  const { recipientKeys } = await runtime.untimed(() => import('./recipient-keys.ts'));
  const keys = await runtime.untimed(() => recipientKeys(message, options.idempotencyKey));
  const idempotencyKey = keys.get(recipient?.address ?? '');
  return session.execute('send', message, { ...options, idempotencyKey });
}

function toResult(receipt: SendReceipt, lossy: readonly LossyMapping[], provider: string): SendResult {
  const messageId = receipt.outcomes.find(isAccepted)?.messageId;
  return {
    provider,
    outcomes: receipt.outcomes,
    replayed: receipt.replayed ?? false,
    lossy,
    ...(messageId === undefined ? {} : { messageId }),
    ...(receipt.response === undefined ? {} : { response: receipt.response }),
  };
}
