import type { ChannelDescription } from '../../channels/describe-channel.ts';
import type { EventSchemas } from '../../channels/event-types.ts';
import type { ClientEventOf } from './client-event-result.ts';
import type { WebhookEvent } from './webhook-model.ts';

/**
 * Reads a `client_event` of a webhook with a channel's definition. Clients send anything: data of another
 * form is a result with `issues`, because an error would make the service send the webhook again. `undefined`
 * for another channel, and for an event that the definition does not have.
 *
 * @example
 * const typing = await readClientEvent(room, event)
 * if (typing?.ok) console.log(typing.userId, typing.data)
 *
 * @public
 */
export async function readClientEvent<Schemas extends EventSchemas>(
  definition: ChannelDescription<string, Schemas>,
  event: WebhookEvent,
): Promise<ClientEventOf<Schemas> | undefined> {
  return (await import('./match-client-event.ts')).matchClientEvent(definition, event);
}
