import { readHtml } from './html-to-text.ts';
import type { ParsedMessage } from './parse-message.ts';

/** The parts of a mail that have words. */
export type WordedMessage = Partial<Pick<ParsedMessage, 'subject' | 'text' | 'html'>>;

/** Longer parts are read at their beginning. */
const maxCharacters = 128 * 1024;

/** Reads the words of both parts of a mail: search, codes and previews use it. */
export function readWords({ subject = '', html = '', text = '' }: WordedMessage) {
  return {
    subject,
    visible: readHtml(html, maxCharacters).text,
    /** The plain text part; empty without one. */
    text: text.slice(0, maxCharacters),
  };
}
