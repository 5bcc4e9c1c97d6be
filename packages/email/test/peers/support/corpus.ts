import type { EmailMessage } from '@org/email';

/** A message, and why somebody would write it so. */
export interface CorpusMail {
  readonly name: string;
  readonly message: EmailMessage;
}

const base = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hello', text: 'Hello' } as const;
const mail = (name: string, fields: object): CorpusMail => ({
  name,
  message: { ...base, ...fields } as unknown as EmailMessage,
});

/** Scripts of the world, with marks that join, and both directions. */
const scripts: Readonly<Record<string, string>> = {
  german: 'Grüße aus Köln, schöne Größe',
  french: 'Ça va ? L’été à l’hôtel, cœur',
  polish: 'Zażółć gęślą jaźń',
  czech: 'Příliš žluťoučký kůň',
  turkish: 'İstanbul’da ığdır şöför',
  vietnamese: 'Tiếng Việt rất đẹp',
  greek: 'Ξεσκεπάζω την ψυχοφθόρα',
  russian: 'Съешь ещё этих мягких булок',
  ukrainian: 'Жебракують філософи при ґанку',
  hebrew: 'דג סקרן שט בים',
  arabic: 'نص حكيم له سر قاطع',
  persian: 'می‌خواهم بخوابم',
  hindi: 'ऋषियों को सताने वाले',
  bengali: 'বর্ষামুখর দিন শেষে',
  tamil: 'யாமறிந்த மொழிகளிலே',
  thai: 'เป็นมนุษย์สุดประเสริฐ',
  georgian: 'ვეპხის ტყაოსანი',
  armenian: 'Բել դղյակի ձախ ժամն',
  amharic: 'ሰማይ አይታረስ ንጉሥ',
  chinese: '天地玄黄，宇宙洪荒',
  traditional: '視野無限廣，窗外有藍天',
  japanese: 'いろはにほへと　色は匂へど',
  korean: '키스의 고유조건은 입술끼리',
  emoji: 'Ship it 🚀 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️',
  cuneiform: '𒀀𒁀𒂀 𝔘𝔫𝔦 𠜎𠜱',
};

const ofScripts = Object.entries(scripts).flatMap(([script, text]) => [
  mail(`${script} in the header fields`, {
    from: { address: 'ann@acme.dev', name: text },
    to: [{ address: 'bob@example.com', name: `${text} ${text} ${text}` }],
    subject: `${text} ${text} ${text} ${text}`,
    headers: { 'X-Note': text, Comments: `re: ${text}` },
  }),
  mail(`${script} in the body and the name of a file`, {
    text: `${text}\n\n${`${text} `.repeat(30).trim()}\n`,
    html: `<p>${text}</p>`,
    attachments: [{ filename: `${text}.txt`, content: text }],
  }),
]);

const bodies: Readonly<Record<string, string>> = {
  'a line feed': 'a\nb',
  'a lone CR': 'a\rb\r\rc',
  'mixed line breaks': 'a\r\nb\nc\rd\n\re',
  'a line of 998': 'x'.repeat(998),
  'a line of 999': 'x'.repeat(999),
  'a line of 5,000': `${'word '.repeat(999)}end`,
  'a long word outside ASCII': 'ü'.repeat(1_500),
  'a dot alone': 'a\n.\nb',
  'dots first': '.a\n..b\n...',
  'From first': 'From here\nFrom there\n>From\nfrom',
  'a line From as long as a line': `From ${'x'.repeat(200)}`,
  'spaces last': 'a \nb\t\nc  \n d',
  'equals signs': 'a=b\n=3D\n==\n1+1=2',
  'only equals signs': '='.repeat(300),
  tabs: '\ta\t\tb\t',
  'control characters': 'a\u0001b\u001bc\u007fd',
  'a form feed and U+2028': 'a\fb\u2028c\u2029d\u0085e',
  'a zero-width space and a soft hyphen': 'a\u200bb\u00adc\ufeffd',
  'something that looks like MIME': '--=_alternative\nContent-Type: text/html\n\n<b>x</b>\n--=_alternative--',
  'something that looks encoded': '=?UTF-8?B?w7w=?=',
  'boundary of one line and soft breaks': `${'a'.repeat(75)}\n${'b'.repeat(76)}\n${'c'.repeat(77)}\n`,
  'umlauts at the place of a soft break': `${'a'.repeat(73)}üü\n${'a'.repeat(74)}ü\n${'a'.repeat(75)}ü`,
  'spaces at the place of a soft break': `${'a'.repeat(74)} b\n${'ü'} ${'a'.repeat(72)} b`,
  'dots at the place of a soft break': `${'ü'}${'a'.repeat(69)}...${'.'.repeat(90)}`,
  'one character': 'x',
  'many empty lines': `a${'\n'.repeat(50)}b`,
};
const ofBodies = Object.entries(bodies).flatMap(([what, text]) => [
  mail(`text with ${what}`, { text }),
  mail(`text and HTML with ${what}`, { text, html: `<pre>${text}</pre>` }),
]);

const names: readonly string[] = [
  'User, Joe',
  'Joe "the" User',
  'Joe (Sales)',
  'joe@example.com',
  'Joe; User',
  'Joe: User',
  'Joe <User>',
  'Back\\slash',
  "O'Neil",
  'Joe.User',
  'J. User',
  '=?UTF-8?Q?x?=',
  'Müller, Jörg',
  'Ä "quoted" Ö',
  'ü'.repeat(120),
  'Name '.repeat(40).trim(),
  'a'.repeat(200),
  '[brackets]',
  'Ann & Bob',
  '1234',
];
const ofNames = names.map((name) =>
  mail(`a name: ${name.slice(0, 20)}`, {
    from: { address: 'ann@acme.dev', name },
    to: [
      { address: 'bob@example.com', name },
      { address: 'cat+tag@example.com', name },
    ],
    replyTo: { address: 'help@acme.dev', name },
    recipientVisibility: 'shared',
  }),
);

const files: readonly string[] = [
  'plain.pdf',
  'with space.pdf',
  'semi;colon.pdf',
  'quo"te.pdf',
  "apo'strophe.pdf",
  'per%cent.pdf',
  'per%41cent.pdf',
  'star*.pdf',
  'equals=.pdf',
  'comma, name.pdf',
  '(1).pdf',
  'Rechnung März.pdf',
  '請求書.pdf',
  'ü'.repeat(120),
  `${'a'.repeat(250)}.pdf`,
  `${'long name '.repeat(20)}.pdf`,
  '.hidden',
  'no extension',
  // Nearly as a header encodes it; what is wholly so is refused.
  '=?UTF-8?Q?x?.pdf',
  "UTF-8''x.pdf",
];
const ofFiles = files.map((filename) =>
  mail(`a file: ${filename.slice(0, 20)}`, {
    attachments: [
      { filename, content: new Uint8Array(300).map((_, at) => at), contentType: 'application/pdf' },
    ],
  }),
);

const json = JSON.stringify({
  to: ['a@x.dev'],
  category: 'Grüße "x"',
  note: '=?UTF-8?B?w7w=?=',
  emoji: '🚀',
});
const headers: readonly (readonly [string, string])[] = [
  ['X-SMTPAPI', json],
  ['X-SMTPAPI', JSON.stringify({ unique_args: { text: 'word '.repeat(200) } })],
  ['X-Mailgun-Variables', json],
  ['X-Note', 'say "hello"'],
  ['X-Note', 'ends with space? no'],
  ['X-Note', 'ü'.repeat(400)],
  ['X-Note', 'x'.repeat(950)],
  ['X-Note', '=?UTF-8?Q?literal?='],
  ['Comments', 'words '.repeat(150).trim()],
  ['List-Id', '"Acme News" <news.acme.dev>'],
  ['List-Unsubscribe', '<mailto:leave@acme.dev?subject=out>, <https://acme.dev/leave?a=1&b=2>'],
  ['List-Unsubscribe', `<https://acme.dev/leave?token=${'t'.repeat(700)}>`],
  ['In-Reply-To', '<17@acme.dev>'],
  ['References', Array.from({ length: 60 }, (_, at) => `<${at}.${'r'.repeat(30)}@acme.dev>`).join(' ')],
  ['Auto-Submitted', 'auto-generated'],
  ['Precedence', 'bulk'],
  ['Feedback-ID', 'campaign:customer:type:acme'],
  ['X-Very-Long-Name-Of-A-Header-That-Leaves-Little-Room-For-Its-Value', 'Grüße und mehr'],
];
const ofHeaders = headers.map(([name, value]) =>
  mail(`the header ${name}: ${value.slice(0, 20)}`, { headers: { [name]: value } }),
);

const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Größe\r\nEND:VCALENDAR\r\n';
const inner = 'From: eve@example.com\r\nSubject: inside\r\n\r\nThe inner text.\r\n';
const image = { filename: 'logo.png', content: new Uint8Array([137, 80, 78, 71]), contentId: 'logo' };
const ofParts = [
  mail('HTML alone', { text: undefined, html: '<p>Hi</p>' }),
  mail('a calendar', { alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: calendar }] }),
  mail('AMP', {
    html: '<p>Hi</p>',
    alternatives: [{ contentType: 'text/x-amp-html', content: '<!doctype html><html ⚡4email></html>' }],
  }),
  mail('an image in HTML', { html: '<img src="cid:logo">', attachments: [image] }),
  mail('an image without HTML', { attachments: [image] }),
  mail('all kinds of parts', {
    html: '<img src="cid:logo">',
    alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: calendar }],
    attachments: [image, { filename: 'a.csv', content: 'ä;b\nc;d' }],
  }),
  mail('a message inside', {
    attachments: [{ filename: 'inner.eml', content: inner, contentType: 'message/rfc822' }],
  }),
  mail('an 8-bit message inside', {
    attachments: [
      {
        filename: 'inner.eml',
        content: Uint8Array.from(
          [...inner, ...'\r\nGr'].map((one) => one.charCodeAt(0)).concat([0xc3, 0xbc]),
        ),
        contentType: 'message/rfc822',
      },
    ],
  }),
  mail('an S/MIME signature', {
    attachments: [
      { filename: 'smime.p7s', content: new Uint8Array(2_000), contentType: 'application/pkcs7-signature' },
    ],
  }),
  mail('an empty file', { attachments: [{ filename: 'empty.bin', content: new Uint8Array() }] }),
  mail('a file alone', { text: '', attachments: [image] }),
  mail('no subject', { subject: '' }),
  mail('many files', {
    attachments: Array.from({ length: 20 }, (_, at) => ({ filename: `${at}.txt`, content: `${at}\n` })),
  }),
  mail('a text file with CR', { attachments: [{ filename: 'a.txt', content: 'a\rb\r\nc\n' }] }),
  mail('a large file', {
    attachments: [{ filename: 'a.bin', content: new Uint8Array(300_000).map((_, at) => at * 7) }],
  }),
  mail('an international address', {
    from: { address: 'jürgen@acme.dev', name: 'Jürgen' },
    to: '用户@example.com',
  }),
  mail('fifty recipients', {
    to: Array.from({ length: 50 }, (_, at) => ({ address: `bob${at}@example.com`, name: `Bøb, ${at}` })),
    recipientVisibility: 'shared',
  }),
  mail('blind copies alone', { to: undefined, bcc: 'eve@example.com' }),
];

/** A script in JSON for a relay, in a quoted name of a list, and beside another script. */
const ofControls = Object.entries(scripts).map(([script, text], index, all) =>
  mail(`${script} in control headers`, {
    headers: {
      'X-SMTPAPI': JSON.stringify({ category: text, unique_args: { [text]: `"${text}"` } }),
      'X-Note': `${text} / ${all[(index + 7) % all.length]?.[1]}`,
    },
    html: `<p dir="auto">${text}</p>\r\n<p>${'plain words '.repeat(20)}</p>`,
    alternatives: [{ contentType: 'text/calendar; method=REQUEST', content: `SUMMARY:${text}\r\n` }],
  }),
);

export const corpus: readonly CorpusMail[] = [
  ...ofControls,
  ...ofScripts,
  ...ofBodies,
  ...ofNames,
  ...ofFiles,
  ...ofHeaders,
  ...ofParts,
];
