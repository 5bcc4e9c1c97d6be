/**
 * MD5 in hexadecimal (RFC 1321), for the REST API's signature: Web Crypto has no MD5. The HMAC protects it.
 */
export function md5Hex(content: string | Uint8Array): string {
  const words = paddedWords(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    const before = [a, b, c, d] as const;
    for (let step = 0; step < 64; step += 1) {
      const [mixed, index] = round(step, b, c, d);
      const sum = (a + mixed + (sines[step] ?? 0) + (words[block + index] ?? 0)) | 0;
      const shift = shifts[(step >> 4) * 4 + (step & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    a = (a + before[0]) | 0;
    b = (b + before[1]) | 0;
    c = (c + before[2]) | 0;
    d = (d + before[3]) | 0;
  }
  return [a, b, c, d].map(littleEndianHex).join('');
}

function round(step: number, b: number, c: number, d: number): readonly [mixed: number, index: number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (let index = 0; index < bytes.length; index += 1) {
    words[index >> 2] = (words[index >> 2] ?? 0) | ((bytes[index] ?? 0) << ((index % 4) * 8));
  }
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << ((bytes.length % 4) * 8));
  words[words.length - 2] = (bytes.length * 8) | 0;
  words[words.length - 1] = Math.floor(bytes.length / 0x20000000);
  return words;
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Int32Array.from(
  { length: 64 },
  (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0,
);

function littleEndianHex(word: number): string {
  let hex = '';
  for (let shift = 0; shift < 32; shift += 8) hex += ((word >>> shift) & 255).toString(16).padStart(2, '0');
  return hex;
}
