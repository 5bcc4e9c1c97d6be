/** A text that may be a one-time code. */
export interface Candidate {
  readonly code: string;
  /** Whether the text near it names a code, or a number of another kind. */
  readonly named: Named;
  /** Nothing else is in its line. */
  readonly isAlone: boolean;
}

type Named = 'code' | 'other' | undefined;

/** Longer texts are searched at their beginning. */
const maxText = 50_000;
const separators = /[\s"'<>()[\]{}.,;:!?*=|]+/;
/** Characters without width, which mail uses to break or to fill lines. */
const invisible = /[\u034f\u00ad\u200b-\u200d\u2060\ufeff]/g;
/** Scripts that write without spaces. */
const unspaced = /[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]+/g;

/** The candidates of a text, in order. A line that ends with a name ("Your code:") names the next one. */
export function* candidatesIn(text: string): Generator<Candidate> {
  let carried: Named;
  for (const line of text.slice(0, maxText).replace(invisible, '').split('\n')) {
    if (line.trim() === '') continue;
    const tokens = tokensOf(line);
    const size = tokens.filter((token) => token !== '').length;
    const found = shapesIn(tokens);
    const marks = marksIn(tokens);
    const isAlone = found.length === 1 && found[0]?.tokens === size;
    const nameOf = createNamer(marks);
    for (const shape of found) {
      const named = nameOf(shape) ?? (marks.length === 0 ? carried : undefined);
      if (!shape.isWeak || (isAlone && carried === 'code')) yield { code: shape.code, named, isAlone };
    }
    const last = marks.at(-1);
    if (!isAlone) carried = last && last.at > (found.at(-1)?.at ?? -1) ? last.named : undefined;
  }
}

/** Words, with an empty one for punctuation between two. Amounts, times, versions and links are empty. */
function tokensOf(line: string): readonly string[] {
  return line
    .replace(unspaced, ' $& ')
    .split(/\s/)
    .flatMap((word) => {
      if (word.includes('://') || /^[^\w]?\d+[.,:/][\d.,:/]*\d[^\w]?$/.test(word)) return [''];
      return word.split(separators).flatMap((part, index) => (index === 0 ? [part] : ['', part]));
    });
}

/** A code by its shape, at a token. */
interface Shape {
  readonly code: string;
  readonly at: number;
  readonly tokens: number;
  /** A word, too: it is a code only where the line before asks for one. */
  readonly isWeak: boolean;
}

function shapesIn(tokens: readonly string[]): readonly Shape[] {
  const found: Shape[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    const isDigits = /^\d{1,4}$/.test(token);
    let end = at + 1;
    while (isDigits && tokens[end]?.length === token.length && /^\d+$/.test(tokens[end] ?? '')) end += 1;
    const count = end - at;
    const code = count === 1 ? readShape(token) : joinDigits(tokens, at, end);
    if (code !== '') found.push({ code, at, tokens: count, isWeak: !/\d/.test(code) || /[a-z]/.test(code) });
    at = end;
  }
  return found;
}

/** Two halves, or single digits; more groups are a telephone or card number. */
function joinDigits(tokens: readonly string[], at: number, end: number): string {
  const length = tokens[at]?.length ?? 0;
  const isCode = length === 1 ? end - at >= 4 && end - at <= 8 : length >= 3 && end - at === 2;
  return isCode ? tokens.slice(at, end).join('') : '';
}

/** The code of a token, or an empty text. */
function readShape(token: string): string {
  if (token.length < 4 || token.length > 11) return '';
  if (/^(?:\d{4,10}|[A-Z]{1,3}-\d{4,8}|[A-Z\d]{5,10})$/.test(token)) return token;
  if (/^[a-z\d]{6,10}$/i.test(token)) return /\d/.test(token) ? token : '';
  const [, first = '', second = ''] = /^([A-Z\d]{3,5})-([A-Z\d]{3,5})$/.exec(token) ?? [];
  if (first === '' || first.length !== second.length) return '';
  return /[A-Z]/.test(token) ? token : first + second;
}

/** A word that names the number near it. */
interface Mark {
  readonly at: number;
  readonly named: 'code' | 'other';
}

// In several languages. A longer word may end with one: "Bestätigungscode".
const codeWords = words(
  'codes pin otp token tokens passcode confirmation kode kod kód código codigo codice koodi',
);
const codeParts =
  /^verif|(?:code|koden?|password|passwort)$|验证码|驗證碼|認証コード|確認コード|인증|код|קוד|رمز/;
const otherWords = words(
  'order orders invoice receipt ref reference tracking card visa mastercard ending customer ticket case ' +
    'booking reservation shipment transaction phone tel call fax zip suite total amount since copyright ' +
    'rma sku item id commande facture pedido factura ordine fattura bestelling factuur 单号 注文',
);
const otherParts = /^(?:bestell|rechnung|auftrag)|(?:nummer|number|numéro|postcode|barcode)$/;
/** With one of these before it, a code is not one to sign in. */
const otherKinds = words(
  'promo promotion discount coupon voucher gift referral zip postal area country error status bar source',
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

function marksIn(tokens: readonly string[]): Mark[] {
  const marks: Mark[] = [];
  let before = '';
  for (const [at, token] of tokens.entries()) {
    if (token === '' || /^\d/.test(token)) continue;
    const word = token.toLowerCase().slice(0, 40);
    if (otherWords.has(word) || otherParts.test(word)) marks.push({ at, named: 'other' });
    else if (codeWords.has(word) || codeParts.test(word))
      marks.push({ at, named: otherKinds.has(before) ? 'other' : 'code' });
    before = word;
  }
  return marks;
}

/** A number of another kind stands at most this many words from its name. */
const maxDistance = 5;

/** For the codes of a line in order: the nearest name before each; without one, the first after it. */
function createNamer(marks: readonly Mark[]): (shape: Shape) => Named {
  const before: Mark[] = [];
  let passed = 0;
  return ({ at, tokens }) => {
    for (let mark = marks[passed]; mark !== undefined && mark.at < at; mark = marks[passed]) {
      before.push(mark);
      passed += 1;
    }
    while (before.at(-1)?.named === 'other') {
      const { at: named = 0 } = before.pop() ?? {}; // an order has one number
      if (at - named <= maxDistance) return 'other';
    }
    if (before.length > 0) return 'code';
    const next = passed === 0 ? marks[0] : undefined;
    return next?.named === 'other' && next.at - at - tokens > maxDistance ? undefined : next?.named;
  };
}
