// The named characters of ISO 8859-1, from 160 on: HTML 4.01, section 24.2.1.
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 ' +
  'sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc ' +
  'Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute ' +
  'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const others =
  'amp& lt< gt> quot" apos\' hellip… ndash– mdash— euro€ lsquo‘ rsquo’ ldquo“ rdquo” bull• trade™';

const entities = new Map([
  ...latin1.split(' ').map((name, at) => [name, String.fromCharCode(160 + at)] as const),
  ...others.split(' ').map((row) => [row.slice(0, -1), row.slice(-1)] as const),
  ['nbsp', ' '],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
]);

/** Replaces the references to characters, by number and by the names that mail has; others stay. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&#?\w{1,8};/g, decodeEntity) : text;
}

/** The character of one reference, or the text itself. */
export function decodeEntity(reference: string): string {
  const name = reference.slice(1, -1);
  if (!name.startsWith('#')) return entities.get(name) ?? entities.get(name.toLowerCase()) ?? reference;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code === 160) return ' ';
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
}
