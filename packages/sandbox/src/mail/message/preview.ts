import { convertHtmlToText } from './html-to-text.ts';
import type { ParsedMessage } from './parse-message.ts';

const known = new WeakMap<ParsedMessage, string>();

/** The start of a message as one line of at most 250 characters. */
export function previewOf(parsed: ParsedMessage): string {
  const preview = known.get(parsed) ?? makePreview(parsed);
  known.set(parsed, preview);
  return preview;
}

function makePreview({ text, html }: ParsedMessage): string {
  const beginning = text?.slice(0, 2000) ?? convertHtmlToText((html ?? '').slice(0, 100_000));
  return beginning.slice(0, 2000).replace(/\s+/g, ' ').trim().slice(0, 250);
}
