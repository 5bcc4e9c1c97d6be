import { schemaIssue } from '@org/core/driver';
import type { ChannelDescription } from '../../channels/describe-channel.ts';
import type { EventSchemas } from '../../channels/event-types.ts';
import { isRecord } from '../../internal/json.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import { isDefinition } from '../calls/validate-event.ts';
import type { ClientEventOf } from './client-event-result.ts';
import type { WebhookEvent } from './webhook-model.ts';

/**
 * Reads a `client_event` of a webhook with a channel's definition. Clients send anything: data of another
 * form is a result with `issues`, because an error would make the service send the webhook again. `undefined`
 * for another channel, and for an event that the definition does not have. @public
 *
 * @example
 * for (const event of webhook.events) {
 *   const typing = await readClientEvent(room, event);
 *   if (typing?.ok) console.log(typing.userId, typing.data);
 * }
 */
export async function readClientEvent<Schemas extends EventSchemas>(
  definition: ChannelDescription<string, Schemas>,
  given: WebhookEvent,
): Promise<ClientEventOf<Schemas> | undefined> {
  if (!isDefinition(definition) || !isRecord(given))
    throw wrongInput('definition', 'readClientEvent takes a definition and an event of a webhook.');
  const { name, events, codec } = definition;
  if (given.type !== 'client_event' || given.channel !== name) return undefined;
  const { event, socketId, userId } = given;
  const schema = new Map(Object.entries(events)).get(event);
  if (schema === undefined) return undefined;
  const sender = { event, socketId, userId };
  let { data } = given;
  // soketi 1.6.1 and Sockudo 5 forward a client's text as it is. One without a codec may send a value.
  const text = given.raw ?? (typeof data === 'string' ? data : JSON.stringify(data));
  try {
    if (codec !== undefined) data = await codec.decode(text);
  } catch {
    const message = `is not in the form of the codec ${codec?.name}`;
    return { ...sender, ok: false, issues: [{ path: 'data', message }] };
  }
  const result = await schema['~standard'].validate(data);
  if (result.issues === undefined)
    return { ...sender, ok: true, data: result.value } as ClientEventOf<Schemas>;
  return { ...sender, ok: false, issues: result.issues.map(schemaIssue) };
}
