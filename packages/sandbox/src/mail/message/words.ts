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
    visible: readHtml(cutHtml(html)).text,
    text: text.slice(0, maxCharacters),
  };
}

const unseen = /<!--|<(style|script)(?=[\s/>])/gi;

/** HTML without styles, scripts and comments; with the ones that never end. */
function withoutUnseen(html: string): string {
  let kept = '';
  let at = 0;
  for (const { 0: begin, 1: name, index } of html.matchAll(unseen)) {
    if (index < at) continue;
    const end = name === undefined ? /-->/g : new RegExp(`</${name}\\s*>`, 'gi');
    end.lastIndex = index + begin.length;
    if (!end.test(html)) break;
    kept += `${html.slice(at, index)} `;
    at = end.lastIndex;
    if (kept.length > maxCharacters) return kept;
  }
  return kept + html.slice(at);
}

/** The beginning of HTML, without a tag that the cut would divide. */
function cutHtml(long: string): string {
  if (long.length <= maxCharacters) return long;
  const html = withoutUnseen(long);
  if (html.length <= maxCharacters) return html;
  const beginning = html.slice(0, maxCharacters);
  const open = beginning.lastIndexOf('<');
  const isDivided =
    open > beginning.lastIndexOf('>') && /^<(?:[/!?a-z]|$)/i.test(beginning.slice(open, open + 2));
  return isDivided ? beginning.slice(0, open) : beginning;
}
