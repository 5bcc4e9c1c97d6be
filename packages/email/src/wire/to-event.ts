import type { DeliveryEvent } from '../model/delivery-event.ts';
import { makeEventId } from './event-id.ts';

type Named = 'type' | 'provider' | 'messageId' | 'recipient' | 'timestamp' | 'bounce' | 'raw';

/** What a service says about an event. A text that it does not have may be empty. @public */
export interface EventFacts extends Pick<DeliveryEvent, Named> {
  /** The address of a click; that of another event is not read. */
  readonly url?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** A program opened the mail, and no person. */
  readonly machineOpen?: boolean | undefined;
  /** One name, or a list of names. */
  readonly tags?: unknown;
  /** An object of texts. */
  readonly metadata?: unknown;
}

/** The event of a service that gives it an id. @public */
export function eventOf(id: string, facts: EventFacts): DeliveryEvent {
  const { url, ip, userAgent, machineOpen, tags, metadata, ...named } = facts;
  const isSeen = ip || userAgent || machineOpen !== undefined;
  return {
    ...named,
    id,
    click: named.type === 'clicked' && url ? { url } : undefined,
    client: isSeen ? { ip: ip || undefined, userAgent: userAgent || undefined, machineOpen } : undefined,
    tags: tagsIn(tags),
    metadata: metadataIn(metadata),
  };
}

/**
 * The same of a service that gives none: it is made of the mail, the recipient, the time and a name. @public
 *
 * @example
 * const facts = { provider: 'acme', type: 'opened', timestamp: new Date(), raw: body } as const;
 * const event = await namedEvent('email.opened', facts);
 *
 * @param name - what tells it from other events of the same time: the service's name for it, and its address
 */
export async function namedEvent(name: string, facts: EventFacts): Promise<DeliveryEvent> {
  return eventOf(await makeEventId(facts, name), facts);
}

/** The tags of an event: the texts of a list, or one text. Anything else is none. @public */
export function tagsIn(value: unknown): DeliveryEvent['tags'] {
  const names = [value].flat().filter((name) => typeof name === 'string' && name !== '');
  return names.length === 0 ? undefined : names.map((name) => ({ name: String(name) }));
}

/** The metadata of an event: the members of an object that are texts. Without one, it is none. @public */
export function metadataIn(value: unknown): DeliveryEvent['metadata'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = Object.entries(value).filter(([, member]) => typeof member === 'string');
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
