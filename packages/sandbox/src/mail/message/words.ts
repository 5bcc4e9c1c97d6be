import { readHtml } from './html-to-text.ts';
import type { ParsedMessage } from './parse-message.ts';

/** The words of a mail as its reader sees them. */
export interface MailWords {
  readonly subject: string;
  /** The visible text of the HTML part; empty without one. */
  readonly visible: string;
  /** The plain text part; empty without one. */
  readonly text: string;
}

/** The parts of a mail that have words. */
export type WordedMessage = Partial<Pick<ParsedMessage, 'subject' | 'text' | 'html'>>;

/** Longer parts are read at their beginning. */
const maxCharacters = 128 * 1024;

/** Reads the words of both parts of a mail: search, codes and previews use it. */
export function readWords({ subject = '', html = '', text = '' }: WordedMessage): MailWords {
  return {
    subject,
    visible: readHtml(html, maxCharacters).text,
    text: text.slice(0, maxCharacters),
  };
}
