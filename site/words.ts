// Counts the words of the users' pages: `node site/words.ts`. What a script makes counts apart.
import { type SourcePage, sourcePages } from './pages.ts';

/** What a script writes into a page, or a whole page. */
const made = /<!-- capabilities -->[\s\S]*?<!-- \/capabilities -->/g;
const isMade = ({ text }: SourcePage) => /<!-- Made by|`npm run proof` repeats it/.test(text);
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

export function countWords(): { readonly written: number; readonly made: number } {
  let written = 0;
  let all = 0;
  for (const page of sourcePages()) {
    all += wordsOf(page.text);
    if (!isMade(page)) written += wordsOf(page.text.replaceAll(made, ''));
  }
  return { written, made: all - written };
}

if (import.meta.main) console.log(countWords());
