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
    ['a<!-- <p>b</p> --><![if !mso]>c<![endif]>d<!-->e<!-- never closed', 'acde<!-- never closed'],
    ['<p>a</p><div STYLE="x:1;display : none"><div>b</div>c</div><i hidden>d</i>e', 'a\ne'],
    ["<b style='visibility:hidden'>a</b><i class=\"hidden\" title='hidden'>b</i><p hidden>c", 'b\nc'],
    ['<img style="display:none">a<br hidden>b<u style="text-decoration:none">c</u>', 'a\nbc'],
    ['<a title="1 > 0" href=x>a</a><b title="never closed>b</b>', 'ab'],
    ['Your code:<div>48</div><table><tr><td>a</td><td>b</td></tr></table>', 'Your code:\n48\na b'],
    ['&auml;&Auml;&szlig;&eacute;&laquo;&euro;&mdash;&frac12;', 'äÄßé«€—½'],
    ['<div>a</div><div></div><div></div><div></div><div>b</div>', 'a\n\nb'],
  ])('%j becomes %j', (html, text) => {
    expect(convertHtmlToText(html)).toBe(text);
  });

  it.each([
    ...[
      '<style',
      '<header',
      '<style></styles',
      '<',
      '<a ',
      '&#',
      '</p',
      '<!--',
      ' ',
      '<p hidden>',
      '<a b=">',
    ],
    ...['<style>', '<!-->', '<!', '<a b=\'>"', '<i style="', '<a href="', '<script></script>', '<a x=">" '],
  ])('takes linear time for 300,000 times %j', (piece) => {
    const startedAt = process.cpuUsage();
    convertHtmlToText(piece.repeat(300_000));
    // Linear time is a tenth of it; quadratic time would be several times as much.
    expect(process.cpuUsage(startedAt).user).toBeLessThan(3_000_000);
  });
});
