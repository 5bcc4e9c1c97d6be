import { describe, expect, it } from 'vitest';
import { convertHtmlToText } from './html-to-text.ts';

describe('convertHtmlToText', () => {
  it.each([
    ['<p>Hello <b>Bob</b>,</p><p>bye</p>', 'Hello Bob,\nbye'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<head><title>T</title></head><style>p { color: red }</style>x<script>alert("<b>")</script>y', 'xy'],
    ['<!doctype html><html><body>  many \n spaces </body></html>', 'many spaces'],
    [
      '1 &lt; 2 &amp;&amp; 3 &gt; 2 &#8364; &#x20AC; &nbsp;| &unknown; &#0; &#99999999;',
      '1 < 2 && 3 > 2 € €  | &unknown; &#0; &#99999999;',
    ],
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['<head>h</head><header>kept</header><styled-x>too</styled-x>', 'kepttoo'],
    ['İİİ<STYLE>x</STYLE>İ', 'İİİİ'],
    ['<style>never closed', 'never closed'],
    ['<div>a</div><div></div><div></div><div></div><div>b</div>', 'a\n\nb'],
  ])('%j becomes %j', (html, text) => {
    expect(convertHtmlToText(html)).toBe(text);
  });

  it.each(['<style', '<header', '<style></styles', '<', '<a ', '&#', '</p', '<!--', ' '])(
    'takes linear time for 300,000 times %j',
    (piece) => {
      // quadratic time would be minutes, past the test's own limit
      expect(convertHtmlToText(piece.repeat(300_000))).toBeTypeOf('string');
    },
  );
});
