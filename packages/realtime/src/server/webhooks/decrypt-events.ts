import { channelKind } from '../../protocol/channel-name.ts';
import type { LoadEncryption } from '../encryption.ts';
import type { WebhookEvent } from './webhook-model.ts';

/** Whether the service passes on data that it cannot read. */
export function isEncrypted(event: WebhookEvent): boolean {
  return event.type === 'client_event' && channelKind(event.channel).encrypted;
}

/** Decrypts the client events of encrypted channels. */
export function decryptEvents(
  events: readonly WebhookEvent[],
  loadEncryption: LoadEncryption,
): Promise<readonly WebhookEvent[]> {
  return Promise.all(
    events.map(async (event) => {
      if (event.type !== 'client_event' || !channelKind(event.channel).encrypted) return event;
      const opened = await (await loadEncryption()).open(event.channel, event.data);
      return opened === undefined ? { ...event, isEncrypted: true as const } : { ...event, ...opened };
    }),
  );
}
