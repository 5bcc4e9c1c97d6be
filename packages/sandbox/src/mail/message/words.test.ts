import { describe, expect, it } from 'vitest';
import { findLinks } from './links.ts';
import { readWords } from './words.ts';

const long = 200_000;

describe('the words of a long mail', () => {
  it.each([
    ['a link of the HTML', { html: `<p>${'a '.repeat(long)}</p><a href="https://acme.dev/end">x</a>` }],
    ['an address in the HTML', { html: `<p>${'a '.repeat(long)}https://acme.dev/end</p>` }],
    ['an address in the text', { text: `${'a '.repeat(long)} https://acme.dev/end` }],
    [
      'a link behind a style',
      { html: `<style>${'a{}'.repeat(long)}</style><a href="https://acme.dev/end">` },
    ],
  ])('have %s at the end', (_, message) => {
    expect(findLinks(message)).toEqual(['https://acme.dev/end']);
  });

  it.each([
    ['a tag', '<img alt="', 'secret'],
    ['an end tag', '</', 'strong'],
    ['a comment', '<!-- ', 'secret'],
  ])('are not read inside %s', (_, open, inside) => {
    // The cut is three characters behind the beginning of the markup.
    const html = `${'word '.repeat(26_215).slice(0, 131_072 - open.length - 3)}${open}${inside}`;
    const { visible } = readWords({ html: `${html}${' x'.repeat(long)}">` });
    expect(visible).toMatch(/^(?:word )*w?o?r?d?$/);
  });

  it.each([
    ['a style', `<style>${'a{}'.repeat(long)}</style>`],
    ['a script in capitals', `<SCRIPT type="x">${'a<b;'.repeat(long)}</Script >`],
    ['a comment', `<!-- ${'a <style> '.repeat(long)} -->`],
    ['many styles', '<style>p{}</style>'.repeat(long / 10)],
  ])('are those behind %s', (_, unseen) => {
    expect(readWords({ html: `<p>one</p>${unseen}<p>two</p>` }).visible.split(/\s+/)).toEqual(['one', 'two']);
  });

  it('keep a "<" that begins no tag', () => {
    expect(readWords({ html: `<p>5 < 6 ${'a '.repeat(long)}` }).visible.length).toBeGreaterThan(130_000);
  });
});
