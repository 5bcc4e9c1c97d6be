// RFC 3492, section 5: the parameters of Punycode.
const base = 36;
const thresholdMin = 1;
const thresholdMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCodePoint = 128;
const maxCodePoint = 0x10ffff;

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Is a label that begins with `xn--` the encoding of an internationalised one (RFC 5891, section 4.2)? URL
 * parsers of different platforms disagree on labels that are not.
 */
export function isALabel(label: string): boolean {
  const text = decodePunycode(label.slice('xn--'.length));
  if (text === undefined || !/\P{ASCII}/u.test(text) || text !== text.normalize('NFC')) return false;
  return !new RegExp(unusable, 'u').test(text) && !new RegExp(mapped, 'u').test(text);
}

// Texts: for an expression, V8 builds its tables of Unicode when it reads this file, which takes longer than
// the rest of it. Spaces, controls, unassigned characters. Inside a label, some scripts need the joiners
// U+200C and U+200D.
const unusable = '(?!\u200c|\u200d)[\\p{C}\\p{Z}]|^(?:[\\p{M}-]|\u200c|\u200d)|(?:-|\u200c|\u200d)$';

// A label has another form of these (UTS 46, section 5), except for four characters.
const mapped = '(?![ßς\u200c\u200d])\\p{Changes_When_NFKC_Casefolded}';

/** The text that a Punycode string encodes (RFC 3492, section 6.2); `undefined` when it encodes none. */
function decodePunycode(input: string): string | undefined {
  const end = input.lastIndexOf('-');
  const output = [...input.slice(0, Math.max(end, 0))].map((character) => character.charCodeAt(0));
  let codePoint = initialCodePoint;
  let bias = initialBias;
  let at = 0;
  for (let next = end > 0 ? end + 1 : 0; next < input.length; ) {
    const before = at;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digits.indexOf(input.charAt(next) || '-');
      next += 1;
      if (digit === -1) return undefined;
      at += digit * weight;
      const threshold = Math.min(Math.max(k - bias, thresholdMin), thresholdMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(at - before, length, before === 0);
    codePoint += Math.floor(at / length);
    at %= length;
    if (codePoint > maxCodePoint || (codePoint >= 0xd800 && codePoint < 0xe000)) return undefined;
    output.splice(at, 0, codePoint);
    at += 1;
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - thresholdMin) * thresholdMax) / 2; k += base)
    rest = Math.floor(rest / (base - thresholdMin));
  return k + Math.floor((base * rest) / (rest + skew));
}
