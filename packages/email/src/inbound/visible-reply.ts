import { optionKinds, requireArgument } from '@org/core/basics';

/**
 * The text that a person wrote, without the quotation below or above it and without a signature. What mail
 * programs write differs: keep `mail.text` too. @public
 *
 * @example
 * visibleReply('Yes!\n\nOn Mon, 1 Jan 2030, Ann wrote:\n> Shall we?'); // 'Yes!'
 */
export function visibleReply(text: string): string {
  requireArgument('text', text, optionKinds.text);
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  // What looks like the end may be the start of the answer.
  const end = endOf(lines);
  return ownText(lines.slice(0, end)) || ownText(lines.slice(end));
}

function ownText(lines: readonly string[]): string {
  // Without quoted lines, and without the line above them that says whose they are.
  const visible = lines.filter((line, at) => !isQuoted(line) && !introducesQuote(lines, at));
  const from = visible.findIndex((line) => line.trim() !== '');
  return visible.slice(Math.max(from, 0)).join('\n').trimEnd();
}

const isQuoted = (line: string) => line.startsWith('>');

/** Before the signature (RFC 3676, section 4.3), or the quotation of a program that marks no lines. */
function endOf(lines: readonly string[]): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  const end = lines.findIndex(
    (line, at) =>
      line === '-- ' ||
      isDivider(lines, at) ||
      isHeaderBlock(lines, at) ||
      introducesRest(lines, at, lastQuoted),
  );
  return end === -1 ? lines.length : end;
}

/** `-----Original Message-----`, and the rule of Outlook on the web, which is above its header block. */
const isDivider = (lines: readonly string[], at: number) =>
  originalMessage.test(lines[at] ?? '') ||
  (/^_{20,}\s*$/.test(lines[at] ?? '') &&
    lines.slice(at + 1, at + 3).some((line) => fieldWords.from.has(fieldOf(line))));

const originalMessage =
  /^\s*[-_]{3,} ?(?:Original|Ursprüngliche|Mensaje|Message d|Messaggio|Oorspronk|Mensagem).*[-_]\s*$/i;

/** What mail programs call the author and the date. */
const fieldWords = {
  from: new Set(
    'from von de da van från fra od от від lähettäjä feladó kimden 发件人 寄件者 差出人'.split(' '),
  ),
  sent: new Set(
    (
      'sent date gesendet datum envoyé date enviado enviada fecha data inviato verzonden skickat sendt ' +
      'wysłano odesláno отправлено дата надіслано lähetetty elküldve gönderildi 发送时间 日期 送信日時'
    ).split(' '),
  ),
};

/** The first word of a field's name, in lower case: `enviada` of `*Enviada em:* 2030`. */
const fieldOf = (line: string) =>
  /^\*?([^\s\d:*<>@]{1,20})[^\d:*<>@]{0,20}\*? ?[::]\*? ?\S/.exec(line)?.[1]?.toLowerCase() ?? '';

/** Outlook's `From:`, `Sent:`, `To:` and `Subject:`. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (at === 0 || lines[at - 1]?.trim() !== '' || !fieldWords.from.has(fieldOf(lines[at] ?? '')))
    return false;
  const fields = lines.slice(at, at + 4).map(fieldOf);
  return fields.length === 4 && !fields.includes('') && fields.some((field) => fieldWords.sent.has(field));
}

/** Of Latin, Greek and Cyrillic. A Unicode property would be a table that is made at import. */
const letter = '[A-Za-z\\u00C0-\\u024F\\u0370-\\u04FF]';

/** A day, a month and a year, in numbers or with the name of the month, in any order. */
const fullDate = new RegExp(
  [
    String.raw`(?<!\d)\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)(?!\d)`,
    String.raw`(?<!\d)\d{4}([./-])\d{1,2}\2\d{1,2}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}${letter}{0,2}[.,]?\s(?:de |of )?${letter}{3,12}[.,]?\s(?:de |of )?\d{4}(?!\d)`,
    String.raw`${letter}{3,12}\.?\s\d{1,2}${letter}{0,2},?\s\d{4}(?!\d)`,
    String.raw`(?<!\d)\d{4}(?:\.?\s${letter}{3,12}\.?\s| ?[年년] ?\d{1,2} ?[月월] ?)\d{1,2}(?!\d)`,
  ].join('|'),
  'u',
);

/** Words of "wrote" at the end of a line. */
const wroteWord =
  /(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisała?|skrev|написал|写道) ?[::]\s*$/;
/** The author's address there, in languages without such a word. */
const authorAddress = /<[^<>\s@]+@[^<>\s@]+> ?[::]\s*$/;
const introduces = (line = '') => wroteWord.test(line) || authorAddress.test(line);

/** A line with a date and "wrote:", or two or three of them when it was wrapped. */
function introducesRest(lines: readonly string[], at: number, lastQuoted: number): boolean {
  const count = [1, 2, 3].find((size) => introduces(lines[at + size - 1])) ?? 0;
  const words = lines.slice(at, at + count).join(' ');
  const isWhole = count > 0 && lines[at]?.trim() !== '' && words.length < 400 && fullDate.test(words);
  const isStart = count === 1 || !lines.slice(at, at + count - 1).some((line) => line.trim() === '');
  // Lines after a marked quotation may be an answer below it.
  return isWhole && isStart && lastQuoted < at + count;
}

function introducesQuote(lines: readonly string[], at: number): boolean {
  const after = lines.slice(at, at + 5);
  const quote = after.findIndex(isQuoted);
  const words = after.slice(0, quote).map((line) => line.trim());
  const intro = words.join(' ').trim();
  // A wrapped line is three lines at most, with one blank line below it.
  return (
    quote > 0 &&
    (lines[at]?.trim() === '' || (/[::]$/.test(intro) && (intro.includes('@') || fullDate.test(intro)))) &&
    words.slice(0, -1).every((line) => line !== '' || words.indexOf(line) === words.length - 1)
  );
}
