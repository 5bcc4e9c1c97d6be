import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RealtimeApp } from './options.ts';

/** HMAC-SHA256 in lower-case hexadecimal: the signature of the protocol. */
export function signHex(secret: string, text: string | Uint8Array): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function md5Hex(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Compares in constant time. */
export function isSameText(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

export type TokenVerdict = 'valid' | 'wrong-key' | 'wrong-signature';

/** Checks `key:signature` against the expected text. */
export function verifyToken(app: RealtimeApp, token: string, signedText: string): TokenVerdict {
  const colon = token.indexOf(':');
  if (colon < 0 || !isSameText(token.slice(0, colon), app.key)) return 'wrong-key';
  return isSameText(token.slice(colon + 1), signHex(app.secret, signedText)) ? 'valid' : 'wrong-signature';
}

/** `channel_data` is signed also on private channels. */
export function formatChannelSignatureText(socketId: string, channel: string, channelData?: string): string {
  const text = `${socketId}:${channel}`;
  return channelData === undefined ? text : `${text}:${channelData}`;
}

export function formatUserSignatureText(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`;
}
