import type { DeliveryEvent } from '../model/delivery-event.ts';

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
