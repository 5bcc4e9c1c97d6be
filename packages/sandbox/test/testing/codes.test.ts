import { describe, expect, it } from 'vitest';
import { codesIn, linksIn } from '../../src/testing/index.ts';

interface Mail {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}
type Parsed = Parameters<typeof codesIn>[0]['parsed'];
const codesOf = (parsed: Mail) => codesIn({ parsed: parsed as Parsed });
const linksOf = (parsed: Mail) => linksIn({ parsed: parsed as Parsed });

it.each([{ parsed: null }, { parsed: 'Hi' }, { parsed: undefined }])('%j is no message', (mail) => {
  for (const read of [codesIn, linksIn])
    expect(() => read(mail as never)).toThrow('message must be a message, not an object.');
});

/** A layout of nested tables, with a hidden preview text, style, and a footer, as most services send it. */
const page = (
  body: string,
  preview = '',
  footer = '&copy; 2026 Acme, 548 Market Street, Larkbridge 94107',
) => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
  "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>100200</title>
<style>@media (max-width:620px) { .b { color: #222333; width: 100000px } }</style></head>
<body><!-- build 700800 --><!--[if mso]><p>code: 111222</p><![endif]-->
<div style="display:none;max-height:0">${preview}&#847;&zwnj;&nbsp;</div>
<span hidden>code 333444</span>
<table><tr><td style="padding:0"><table><tr><td>${body}</td></tr></table></td></tr></table>
<p>${footer}</p>
<img src="https://t.acme.example/open/918273.gif" width="1" height="1"></body></html>`;

const boxes = (code: string) =>
  `<table><tr>${[...code].map((digit) => `<td>${digit}</td>`).join('')}</tr></table>`;

/** Mails in the forms of known services, in our words, with the code that a reader would type. */
const mails: Readonly<Record<string, readonly [code: string | undefined, mail: Mail]>> = {
  'Google: a prefix': ['G-482913', { subject: 'G-482913 is your Acme verification code' }],
  'Facebook: a prefix': ['FB-48291', { text: 'FB-48291 is your confirmation code. Order 482914.' }],
  'Microsoft: seven digits': ['4829137', { text: 'Security code: 4829137\n\nAccount an**n@example.com' }],
  'GitHub: eight digits': [
    '48291375',
    {
      subject: '[Acme] Please verify your device',
      text: 'Verification code: 48291375\n\nDevice: Firefox 133',
    },
  ],
  'GitHub: a launch code': ['482913', { subject: 'Your launch code', html: page('<h1>482913</h1>') }],
  'Slack: two halves with letters': [
    'K4T-N7B',
    { subject: 'Acme confirmation code: K4T-N7B', html: page('<p>Your code is below</p><div>K4T-N7B</div>') },
  ],
  'WhatsApp: two halves': ['482913', { text: 'Your Acme code: 482-913\nDo not share it. 8f3KdQ1x9Zp' }],
  'Apple: in the text': ['482913', { text: 'Your Acme ID code is: 482913. Case 100384812.' }],
  'Amazon: in a line of its own': [
    '482913',
    {
      subject: 'Password assistance',
      text: 'To verify your identity, use this one-time code:\n\n482913\n\nOrder 114-3941689-8772232',
    },
  ],
  'Steam: letters only, in a line of its own': [
    'RKQXB',
    { text: 'Here is the Guard code that you need:\n\nRKQXB\n\nThis email was sent to ann.' },
  ],
  'Steam: letters and digits': ['R5KQX', { html: page('<p>Here is the code you need</p><p>R5KQX</p>') }],
  'X: small letters and digits': [
    'hx4kq9mn',
    { text: 'Enter this verification code to get started:\n\nhx4kq9mn\n\nCodes expire after two hours.' },
  ],
  'Telegram: five digits': ['48291', { text: 'Login code: 48291. Do not give it to anyone.' }],
  'Uber: four digits': ['4829', { html: page('<p>Welcome back</p><p>Your code</p><td>4829</td>') }],
  'Netflix: four digits far from years': ['4829', { text: '© 1997-2026 Acme\nEnter this code: 4829' }],
  'A PIN that is a year': ['1984', { text: 'Your PIN is 1984.\nSince 2004. Item 48291' }],
  'Instagram: before its name': ['482913', { subject: '482913 is your Acme code', text: 'Hi ann_100200,' }],
  'Stripe: a box of digits': ['482913', { html: page(`<p>Your sign-in code</p>${boxes('482913')}`) }],
  'Notion: spans': [
    '482913',
    { html: page('<p>Code</p><p><span>48</span><span>29</span><span>13</span></p>') },
  ],
  'Zoom: a hidden preview with another number': [
    '482913',
    { html: page('<p>One-time password</p><strong>482913</strong>', 'Reference 998877') },
  ],
  'Dropbox: only in the HTML part': [
    '482913',
    { text: 'Your mail program does not show HTML. Order 99812.', html: page('<p>Code: 482913</p>') },
  ],
  'LinkedIn: only in the text part': ['482913', { text: 'Your PIN: 482913', html: page('<img alt="">') }],
  'PayPal: an order of six digits before it': [
    '482913',
    { subject: 'Order 771204', text: 'Order number: 771204\nTotal 129900 JPY\n\nSecurity code: 482913' },
  ],
  'An order number in the same sentence': ['482913', { text: 'Your code for order 771204 is 482913.' }],
  'An order number after it': ['482913', { text: 'Code 482913, order 771204, ticket 883311' }],
  'An order number below its name': [
    '482913',
    { html: page('<p>Order number</p><p>771204</p><p>Use the code below</p><p>482913</p>') },
  ],
  'A code without a name beside an order number': ['482913', { text: 'Order 7712041 is ready.\n\n482913' }],
  'A receipt with a pick-up code': [
    '4829',
    {
      text: 'Receipt 2026-0042\nInvoice 88231990\nCard ending in 4242\nYour code: 4829\nTotal $1,234.56',
    },
  ],
  'A promotion beside a code': ['482913', { text: 'Promo code SAVE20\nYour verification code: 482913' }],
  'A telephone number beside a code': ['4829', { text: 'Code: 4829\nCall (555) 010-9999 or 5550109999' }],
  'German: a compound': ['482913', { text: 'Bestellung 771204\nIhr Bestätigungscode lautet 482 913' }],
  'German: entities': ['482913', { html: page('<p>Best&auml;tigungscode:&nbsp;482913</p>') }],
  'French: before its name': ['482913', { text: 'Commande 771204\n482913 est votre code de vérification' }],
  'Spanish: a line below': ['482913', { text: 'Pedido 771204\nTu código de verificación:\n\n482913' }],
  'Chinese: without spaces': ['482913', { text: '【Acme】您的验证码是482913，5分钟内有效。单号771204' }],
  'Japanese: a line of its own': ['482913', { text: '認証コード：482913\n有効期限は10分です' }],
  'Zero-width characters in it': ['482913', { text: 'Code: 482\u200c913' }],
  'A code of the spreadsheet kind in a link': ['4829', { text: 'https://acme.example/482913 or PIN 4829' }],
  'Backup codes': ['48291375', { text: 'Your backup codes:\n\n48291375\n59302486\n60413597' }],
  'A heading of capital letters is no code': [
    undefined,
    { text: 'Verify your address\n\nVERIFY NOW\n\nThanks' },
  ],
  'A receipt without a code: amounts, dates, times': [
    undefined,
    { text: 'Total 1.234,56 EUR\n29.11.2026 13:05\nCard 4242 4242 4242 4242\nVersion 10.20.3000' },
  ],
  'A newsletter': [undefined, { html: page('<p>Read 12 things at 1000px wide</p>', '', '') }],
};

describe('codesIn: the first code of a mail', () => {
  it.each(Object.entries(mails))('%s', (_name, [code, mail]) => {
    expect(codesOf(mail)[0]).toBe(code);
  });

  const plain = Object.entries(mails).filter(([, [, { text, html }]]) => text !== undefined && !html);
  it.each(plain)('%s, as HTML', (_name, [code, { subject = '', text = '' }]) => {
    const lines = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split('\n');
    const html = page(lines.map((line) => `<div>${line}</div>`).join(''), '', '');
    expect(codesOf({ subject, html })[0]).toBe(code);
  });

  it('lists each code once, whatever part has it', () => {
    expect(codesOf({ subject: '482913', text: 'Code: 482 913', html: '<b>482-913</b>' })).toEqual(['482913']);
  });
});

describe('linksIn', () => {
  it('gives the addresses that a reader can press, and no others', () => {
    const html = page(
      '<a class=b href="https://acme.example/v?a=1&amp;b=2">Verify</a> or http://acme.example/x.',
    );
    expect(linksOf({ html })).toEqual(['https://acme.example/v?a=1&b=2', 'http://acme.example/x']);
  });

  it('reads both parts, and leaves hidden links out', () => {
    const html = `<a style="display: none" href="https://trap.example">x</a>
      <A HREF='https://acme.example/a>b'>y</A>
      <a href=mailto:a@acme.dev>z</a><a href="https://[">bad</a>
      <!-- <a href="https://old.example">old</a> -->`;
    const text = 'See <https://acme.example/text>, https://acme.example/a%3Eb';
    expect(linksOf({ html, text })).toEqual([
      'https://acme.example/a>b',
      'https://acme.example/text',
      'https://acme.example/a%3Eb',
    ]);
  });
});
