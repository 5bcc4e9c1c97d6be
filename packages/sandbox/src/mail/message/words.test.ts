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
    ['style', '<style>', 'p { color: red } ', '</style>'],
    ['script', 'Hello <script>', 'let a = 1; ', '</script >'],
    ['comment', 'Hello <!--', ' a word', '-->'],
    ['hidden element', 'Hello <DIV style="display:none">', 'a <div>b</div> ', '</DIV>'],
    ['hidden element with a strange name', 'Hello <a( hidden>', 'a ', '</a(>'],
    ['head', '<head>', '<meta name="a" content="b">a word ', '</head>'],
  ])('have nothing of a %s that is longer than what is read', (_, open, inside, end) => {
    const { visible } = readWords({ html: `${open}${inside.repeat(long)}${end}<p>late</p>` });
    expect(['', 'Hello']).toContain(visible);
  });

  it('keep what is hidden in an element that never ends', () => {
    const { visible } = readWords({ html: `<p hidden>shown ${'a '.repeat(long)}` });
    expect(visible).toMatch(/^shown a a/);
  });

  it('keep a "<" that begins no tag', () => {
    expect(readWords({ html: `<p>5 < 6 ${'a '.repeat(long)}` }).visible.length).toBeGreaterThan(130_000);
  });
});
