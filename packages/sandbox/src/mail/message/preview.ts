import type { ParsedMessage } from './parse-message.ts';
import { readWords } from './words.ts';

const known = new WeakMap<ParsedMessage, string>();

/** The start of a message as one line of at most 250 characters. */
export function previewOf(parsed: ParsedMessage): string {
  const preview = known.get(parsed) ?? makePreview(parsed);
  known.set(parsed, preview);
  return preview;
}

function makePreview(parsed: ParsedMessage): string {
  const beginning = parsed.text ?? readWords(parsed).visible;
  return beginning.slice(0, 2000).replace(/\s+/g, ' ').trim().slice(0, 250);
}
