import type { AttachmentInput, HtmlMessage } from '@org/email';

/** A message for a round trip: every part is given, so that every part can be compared. */
export type SampleMail = HtmlMessage & { readonly text: string; readonly subject: string };

const base = { from: 'Ann <ann@acme.dev>', to: 'bob@example.com', text: 'Hi', html: '<p>Hi</p>' };
const allBytes = Uint8Array.from({ length: 256 * 40 }, (_, index) => (index * 7 + (index >> 8)) % 256);
const file = (filename: string, content: Uint8Array | string, contentType?: string): AttachmentInput => ({
  filename,
  content,
  contentType,
});

/** By hand: what mail servers and MIME encoders are known to change. */
const known: readonly Omit<SampleMail, 'from' | 'to' | 'subject'>[] = [
  { text: 'Plain', html: '<p>Plain</p>' },
  { text: '.\n..\n.a\n...', html: '.\n<p>.</p>\n..' },
  { text: 'x'.repeat(20_000), html: `<p>${'word '.repeat(8_000)}</p>` },
  { text: `${'ü'.repeat(5_000)} ✓ 🎉 ${'漢字'.repeat(500)}`, html: '<p>Grüße 🎉</p>' },
  { text: 'trailing  \nspaces \t\n\tand tabs\n\n\n\nend', html: '<pre>  a\n\n  b  </pre>' },
  { text: 'From the start\n>From quoted\n--boundary\n-- \nsignature', html: '<p>=3D =20 = =</p>' },
  { text: 'soft=\nbreak = =C3=BC', html: '<p>a=\nb</p>' },
  { text: 'a\u00a0b\u2028c\u00add', html: '<p>\u200b\ufeff</p>' },
  { text: 'all bytes', html: '<p>x</p>', attachments: [file('a.bin', allBytes)] },
  {
    text: 'a text file',
    html: '<p>x</p>',
    attachments: [file('a.txt', 'From\n.\nüber\r\nlone\rend', 'text/plain')],
  },
  {
    text: 'a mail',
    html: '<p>x</p>',
    attachments: [file('a.eml', 'Subject: x\r\n\r\n.\r\n', 'text/x-mail')],
  },
  {
    text: 'names',
    html: '<p>x</p>',
    attachments: [file('Überraschung – Rechnung № 7.pdf', allBytes), file(`${'n'.repeat(200)}.txt`, 'x')],
  },
  {
    text: 'an image',
    html: '<img src="cid:logo@acme.dev">',
    attachments: [
      { filename: 'logo.png', content: allBytes, disposition: 'inline', contentId: 'logo@acme.dev' },
      file('empty.bin', new Uint8Array()),
    ],
  },
  { text: 'large', html: '<p>x</p>', attachments: [file('large.bin', new Uint8Array(3_000_000).fill(10))] },
];

const subjects = [
  'Hi',
  'Grüße aus Zürich ✓ 🎉',
  `A long subject ${'with many words '.repeat(40)}end`,
  `Ü${'ber'.repeat(200)}`,
  '=?utf-8?Q?not_encoded?=',
  '  spaces, "quotes" <brackets> and: colons  ',
];

/** Known traps, then `count` messages of random text and bytes, the same in every run. */
export function sampleMails(count: number): SampleMail[] {
  const random = createRandom(20_261_122);
  const made = Array.from({ length: count }, () => ({
    text: randomText(random),
    html: `<p>${randomText(random)}</p>`,
    attachments: Array.from({ length: random(3) }, (_, index) =>
      file(
        `${index}.bin`,
        Uint8Array.from({ length: random(5_000) }, () => random(256)),
      ),
    ),
  }));
  return [...known, ...made].map((parts, index) => ({
    ...base,
    ...parts,
    subject: `${index} ${subjects[index % subjects.length]}`,
  }));
}

const alphabets = ['ab .\n', 'From >-=.\n\t', 'äöü€漢🎉 \n', '=_?\'"<>&;:,\\/ \n'].map((text) => [...text]);

function randomText(random: (limit: number) => number): string {
  const letters = alphabets[random(alphabets.length)] ?? [];
  const text = Array.from({ length: 1 + random(2_000) }, () => letters[random(letters.length)]).join('');
  return `${text}.`;
}

/** A linear congruential generator: the same messages on every machine. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
