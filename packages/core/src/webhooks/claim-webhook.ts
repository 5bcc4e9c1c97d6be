import { wrongOption } from '../errors/wrong-option.ts';
import { type ReplayStore, requireReplayStore } from './replay-store.ts';
import { WebhookReplayedError, WebhookRunningError } from './webhook-errors.ts';

/**
 * Services wait seconds for a response, and repeat a webhook for minutes or days: a delivery comes after the
 * lease of a process that died. Each delivery is an owner of its lease, also two in one process.
 */
export const webhookLeaseMs = 60_000;

/** A verified webhook that this process handles. Afterwards `settle` or `release` it. @public */
export interface ClaimedWebhook {
  /** The same for each delivery of this webhook: the service repeats one that you did not answer with 2xx. */
  readonly id: string;
  /**
   * Keeps the claim for another minute, for work that takes longer than one; handlers of webhooks do it
   * themselves. `false` when the claim ended before: another delivery may be handled meanwhile.
   */
  renew(): Promise<boolean>;
  /**
   * Remembers in the replay store that the webhook was handled. Does nothing without a store, nor when
   * another delivery has the claim.
   */
  settle(): Promise<void>;
  /**
   * Forgets the webhook in the replay store: handling failed, and the service sends it again. Does nothing
   * when another delivery has the claim.
   */
  release(): Promise<void>;
}

/** A webhook to claim. @public */
export interface WebhookClaim {
  readonly id: string;
  /** The service, for errors. */
  readonly provider: string;
  /** How long `settle` remembers the webhook: at least as long as the service may repeat it. */
  readonly ttlMs: number;
}

function refuse(): never {
  throw wrongOption('webhook must be an object.');
}

/**
 * Takes a webhook for the process that handles it. Without a store it always succeeds. @public
 *
 * @example
 * const webhook = await claimWebhook(memoryReplayStore(), { id, provider: 'acme', ttlMs: 86_400_000 });
 * await save(order).then(webhook.settle, webhook.release);
 *
 * @throws ConfigurationError for a store without all methods, and without a webhook
 * @throws WebhookReplayedError when it was handled before
 * @throws WebhookRunningError while an earlier delivery of it is being handled
 */
export async function claimWebhook(
  store: ReplayStore | undefined,
  webhook: WebhookClaim,
): Promise<ClaimedWebhook> {
  const { id, provider, ttlMs } = Object(webhook) === webhook ? webhook : refuse();
  if (store !== undefined) requireReplayStore('replayStore', store);
  const owner = crypto.randomUUID();
  const claim = store === undefined ? 'claimed' : await store.claim(id, owner, webhookLeaseMs);
  if (claim === 'handled')
    throw new WebhookReplayedError({ message: 'The webhook was handled before.', provider });
  // Any other value than ours is not a claim: the webhook comes again.
  if (claim !== 'claimed')
    throw new WebhookRunningError({
      message: 'An earlier delivery of the webhook is being handled: let the service send it again.',
      provider,
      retryable: true,
    });
  return {
    id,
    renew: async () => (await store?.renew(id, owner, webhookLeaseMs)) !== false,
    settle: async () => store?.settle(id, owner, ttlMs),
    release: async () => store?.release(id, owner),
  };
}
