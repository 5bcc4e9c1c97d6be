import { decodeWords } from 'postal-mime';
import { decodeExtended } from './wire.ts';

/**
 * A name as the sender meant it, safe to show: without directories, control characters, and those that
 * reverse its direction. A service may pass it on encoded (RFC 2047, RFC 2231): base64 may have a slash.
 */
export function fileName(encoded = ''): string | undefined {
  const name = encoded.includes('=?') ? decodeWords(encoded) : (decodeExtended(encoded) ?? encoded);
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const shown = [...last].filter(isShown).join('').trim();
  return /^\.*$/.test(shown) ? undefined : shown;
}

function isShown(character: string): boolean {
  const code = character.charCodeAt(0);
  const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  return !isControl && !/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character);
}
