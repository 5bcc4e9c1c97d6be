import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAttributes, allowedElements } from './allowed.ts';
import { makeHtmlInert } from './inert-html.ts';

const pieces = [
  ...['<', '</', '>', '/>', '"', "'", '=', ' ', '\n', '\0', '&lt;', '<!--', '-->', '--!>', '<!', '<?', ']]>'],
  ...['a', 'href', 'title', 'style', 'svg', 'animate', 'x', 'https://x.example', '<![CDATA[', 'link', 'İ'],
];

describe('makeHtmlInert', () => {
  it('S2: writes allowed tags only, for any input', () => {
    const html = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((list) => list.join(''));
    const tag = /^<(?:\/([a-z0-9]+)>|([a-z0-9]+)((?: [a-z-]+="[^"<]*")*)>)/;
    fc.assert(
      fc.property(html, (source) => {
        const inert = makeHtmlInert(source);
        for (const { index } of inert.matchAll(/</g)) {
          const [found, end, start = '', attributes = ''] = tag.exec(inert.slice(index)) ?? [];
          expect(found, inert).toBeDefined();
          expect(allowedElements).toContain(end ?? start);
          for (const [, name = ''] of attributes.matchAll(/ ([a-z-]+)="/g))
            expect([...allowedAttributes, 'data-href']).toContain(name);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '<',
    '<a ',
    '<a x="',
    '<!--',
    '<!',
    '<style>',
    '<style></styl',
    '</',
    '&',
    '<a\t\t\t',
    '<a y=\'x"',
  ])('S4: ends soon with a million times %j', (piece) => {
    expect(makeHtmlInert(piece.repeat(1_000_000 / piece.length))).toBeTypeOf('string');
  });

  it.each([
    ['1 < 2 <b', '1 &lt; 2 <b>'],
    ['<P CLASS=x onclick=y>t</P>', '<p class="x">t</p>'],
    ['<a href="https://x.example">x</a>', '<a data-href="https://x.example">x</a>'],
    ['<img src="https://x.example" alt="x">', '<img alt="x">'],
    ['<title>a<b></title>', '<title>a&lt;b></title>'],
    ['<style>@media (width<9px){}</style>', '<style>@media (width<9px){}</style>'],
    ['<style><', '<style>\\3c '],
    ['<style>a::after{content:"</b>"}</style>', '<style>a::after{content:"\\3c /b>"}</style>'],
    ['<script>1</script>x', 'x'],
    ['<!doctype html><!-- x -->', '<!doctype html>'],
  ])('%s becomes %s', (html, inert) => {
    expect(makeHtmlInert(html)).toBe(inert);
  });
});
