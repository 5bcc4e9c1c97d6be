import { toIssue } from '@org/core';
import type { ChannelDefinition, EventSchemas } from '../../channels/define-channel.ts';
import type { ClientEventOf } from './client-event-result.ts';
import type { WebhookEvent } from './webhook-model.ts';

/** See `readClientEvent`. */
export async function matchClientEvent<Schemas extends EventSchemas>(
  { name, events, codec }: ChannelDefinition<string, Schemas>,
  given: WebhookEvent,
): Promise<ClientEventOf<Schemas> | undefined> {
  if (given.type !== 'client_event' || given.channel !== name) return undefined;
  const { event, socketId, userId } = given;
  const schema = Object.hasOwn(events, event) ? events[event] : undefined;
  if (schema === undefined) return undefined;
  const sender = { event, socketId, userId };
  let { data } = given;
  try {
    if (codec !== undefined)
      data = await codec.decode(typeof data === 'string' ? data : JSON.stringify(data));
  } catch {
    const message = `is not in the form of the codec ${codec?.name}`;
    return { ...sender, ok: false, issues: [{ path: 'data', message }] };
  }
  const result = await schema['~standard'].validate(data);
  if (result.issues === undefined)
    return { ...sender, ok: true, data: result.value } as ClientEventOf<Schemas>;
  return { ...sender, ok: false, issues: result.issues.map(toIssue) };
}
