/**
 * The text that a person wrote, without the quotation below or above it and without a signature. What mail
 * programs write differs: keep `mail.text` too. @public
 *
 * @example
 * visibleReply('Yes!\n\nOn Mon, 1 Jan 2030, Ann wrote:\n> Shall we?'); // 'Yes!'
 */
export function visibleReply(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const visible = withoutQuotes(lines.slice(0, endOf(lines)));
  const from = visible.findIndex((line) => line.trim() !== '');
  return visible.slice(Math.max(from, 0)).join('\n').trimEnd();
}

const isQuoted = (line: string) => line.startsWith('>');

/** Before the signature (RFC 3676, section 4.3), or the quotation of a program that marks no lines. */
function endOf(lines: readonly string[]): number {
  const lastQuoted = lines.findLastIndex(isQuoted);
  const end = lines.findIndex(
    (line, at) =>
      line === '-- ' || isDivider(line) || isHeaderBlock(lines, at) || introducesRest(lines, at, lastQuoted),
  );
  return end === -1 ? lines.length : end;
}

/** `-----Original Message-----`, and the rule of Outlook on the web. */
const isDivider = (line: string) =>
  /^\s*(?:-{3,}|_{3,}) ?(?:Original|Ursprüngliche|Mensaje|Message d|Messaggio|Oorspronkelijk|Mensagem)/i.test(
    line,
  ) || /^_{20,}\s*$/.test(line);

const headerLine = /^\*?[^\s\d:*<>@][^\d:*<>@]{0,20}\*?:\*? ?\S/;

/** Outlook's `From:`, `Sent:`, `To:` and `Subject:`, in any language, the first with an address or a name. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const block = lines.slice(at, at + 4);
  const before = lines[at - 1] ?? '';
  return (
    at > 0 &&
    before.trim() === '' &&
    block.length === 4 &&
    block.every((line) => headerLine.test(line)) &&
    block.some((line) => line.includes('@') || /\d{4}/.test(line))
  );
}

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
  const isWhole = count > 0 && /^\s*\S.*\d/.test(words) && words.length < 400;
  const isStart = count === 1 || !lines.slice(at, at + count - 1).some((line) => line.trim() === '');
  // Lines after a marked quotation may be an answer below it.
  return isWhole && isStart && lastQuoted < at + count;
}

/** Without quoted lines, and without the line above them that says whose they are. */
function withoutQuotes(lines: readonly string[]): string[] {
  return lines.filter((line, at) => !isQuoted(line) && !introducesQuote(lines, at));
}

function introducesQuote(lines: readonly string[], at: number): boolean {
  const after = lines.slice(at, at + 5);
  const quote = after.findIndex(isQuoted);
  const words = after.slice(0, quote).map((line) => line.trim());
  const intro = words.join(' ').trim();
  // A wrapped line is three lines at most, with one blank line below it.
  return (
    quote > 0 &&
    (lines[at]?.trim() === '' || (/[::]$/.test(intro) && /\d|@/.test(intro))) &&
    words.slice(0, -1).every((line) => line !== '' || words.indexOf(line) === words.length - 1)
  );
}
