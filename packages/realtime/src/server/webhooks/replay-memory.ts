import { wrongInput } from '../../internal/wrong-input.ts';
import type { Webhook } from './webhook-model.ts';
import { replayTtlMs, type WebhookOptions } from './webhook-options.ts';

/** Reports to the replay store how the handling of a webhook ended. */
export function createReplayMemory(options: WebhookOptions) {
  return {
    settle: async (webhook: Webhook): Promise<void> => {
      const id = requireWebhookId('settle', webhook);
      await options.replayStore?.settle(id, replayTtlMs(options));
    },
    release: async (webhook: Webhook): Promise<void> => {
      const id = requireWebhookId('release', webhook);
      await options.replayStore?.release(id);
    },
  };
}

function requireWebhookId(method: string, webhook: Partial<Webhook> | undefined): string {
  if (typeof webhook?.id === 'string') return webhook.id;
  throw wrongInput('webhook', `${method} takes a webhook of parse().`);
}
