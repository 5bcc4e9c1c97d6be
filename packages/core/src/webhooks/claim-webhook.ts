import type { ReplayStore } from './replay-store.ts';
import { WebhookReplayedError, WebhookRunningError } from './webhook-errors.ts';

// Services wait seconds for a response, and repeat a webhook for minutes or days: a delivery comes after the
// lease of a process that died.
const leaseMs = 60_000;

/**
 * Takes a webhook for the process that handles it. Afterwards `settle` or `release` it. @public
 *
 * @throws WebhookReplayedError when it was handled before
 * @throws WebhookRunningError while an earlier delivery of it is being handled
 */
export async function claimWebhook(store: ReplayStore, id: string, provider: string): Promise<void> {
  const claim = await store.claim(id, leaseMs);
  if (claim === 'handled')
    throw new WebhookReplayedError({ message: 'The webhook was handled before.', provider });
  // Any other value than ours is not a claim: the webhook comes again.
  if (claim !== 'claimed')
    throw new WebhookRunningError({
      message: 'An earlier delivery of the webhook is being handled: let the service send it again.',
      provider,
      retryable: true,
    });
}
