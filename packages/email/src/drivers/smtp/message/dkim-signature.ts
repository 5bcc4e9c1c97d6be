import { createHash, type KeyObject, sign } from 'node:crypto';

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** Of RSA or Ed25519. */
  readonly key: KeyObject;
}

/** The signed header fields; RFC 8058, section 4, wants `List-Unsubscribe-Post` signed. */
const signedFields = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

const base64Line = /.{1,72}/g;

/**
 * The header field of a signature, relaxed/relaxed (RFC 6376). Ed25519 signs
 * the SHA-256 hash of the same text (RFC 8463, section 3).
 */
export function signatureField(mail: Buffer, { domain, selector, key }: DkimKey): string {
  const split = mail.indexOf('\r\n\r\n');
  const fields = mail.toString('latin1', 0, split).split(/\r\n(?![ \t])/);
  const signed = signedFields.flatMap((name) => {
    // RFC 6376, section 5.4.2: the last field of a name is the first that is signed.
    const field = fields.findLast((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return field === undefined ? [] : [{ name, field }];
  });
  const type = key.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa';
  const hash = createHash('sha256').update(relaxBody(mail.toString('latin1', split + 4)), 'latin1');
  const unsigned = [
    `DKIM-Signature: v=1; a=${type}-sha256; c=relaxed/relaxed; d=${domain}; s=${selector};`,
    ` h=${signed.map(({ name }) => name.toLowerCase()).join(':\r\n  ')};`,
    ` bh=${hash.digest('base64')};`,
    ' b=',
  ].join('\r\n');
  const text = [...signed.map(({ field }) => `${relaxField(field)}\r\n`), relaxField(unsigned)].join('');
  const bytes = Buffer.from(text, 'latin1');
  const signature =
    type === 'rsa'
      ? sign('sha256', bytes, key)
      : sign(null, createHash('sha256').update(bytes).digest(), key);
  const lines = signature.toString('base64').match(base64Line) ?? [];
  return `${unsigned}${lines.join('\r\n  ')}\r\n`;
}

/** RFC 6376, section 3.4.2. */
function relaxField(field: string): string {
  const colon = field.indexOf(':');
  const value = field.slice(colon + 1).replaceAll('\r\n', '');
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`;
}

/** RFC 6376, section 3.4.4: an empty body has no line, any other ends with one CRLF. */
function relaxBody(body: string): string {
  const relaxed = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = relaxed.length;
  while (end > 0 && relaxed.startsWith('\r\n', end - 2)) end -= 2;
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`;
}
