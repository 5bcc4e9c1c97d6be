import { decodeWords } from 'postal-mime';
import type { MessageContent } from './message-content.ts';

// Rules of Mailpit's tags: letters, digits, spaces and `- _ . @`, at most 100 characters; letter case counts
// for display only.

const maxTags = 100;

/** Tags as they are kept: valid characters, no duplicates, sorted. */
export function cleanTags(tags: readonly string[]): readonly string[] {
  const byName = new Map<string, string>();
  for (const tag of tags.slice(0, maxTags)) {
    const clean = cleanTag(tag);
    const name = clean.toLowerCase();
    if (name !== '' && !byName.has(name)) byName.set(name, clean);
  }
  return [...byName.values()].sort();
}

/** One tag; empty without a valid character. */
export function cleanTag(tag: string): string {
  const spaced = tag.slice(0, 200).replace(/[^a-z0-9._@-]+/gi, ' ');
  return spaced.trim().slice(0, 100);
}

export function hasTag(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => tag.toLowerCase() === name.toLowerCase());
}

/** All tags of messages, without duplicates, sorted. */
export function tagsOf(messages: readonly { readonly tags: readonly string[] }[]): readonly string[] {
  const byName = new Map<string, string>();
  for (const { tags } of messages) {
    for (const tag of tags) if (!byName.has(tag.toLowerCase())) byName.set(tag.toLowerCase(), tag);
  }
  return [...byName.values()].sort();
}

/** The parts of a message beside its content that have tags. */
interface Tagged {
  readonly envelope: { readonly to: readonly string[] };
  readonly labels?: { readonly tags?: readonly string[] | undefined } | undefined;
}

/** The tags of a new message: header, plus addresses, and those of the HTTP API. */
export function readTags(
  { envelope, labels }: Tagged,
  { header, addresses }: MessageContent['tagged'],
): readonly string[] {
  const plus = [...new Set([...addresses, ...envelope.to.slice(0, maxTags)])].flatMap(readPlusTags);
  // A program that quotes a tag, or uses letters of other alphabets, sends encoded words (RFC 2047).
  return cleanTags([...decodeWords(header.slice(0, 20_000)).split(','), ...plus, ...(labels?.tags ?? [])]);
}

/** `bob+one+two@example.com` has the tags `one` and `two`. */
function readPlusTags(address: string): readonly string[] {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')));
  const [name, ...tags] = local.split('+');
  return name === '' ? [] : tags;
}
