export { concatBytes, decodeBase64, encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';
export { constantTimeEqual } from './constant-time.ts';
export type { HmacSecret, SignatureEncoding, VerifyHmacOptions } from './hmac.ts';
export { hmacSha256, hmacSha256Base64, hmacSha256Hex, signHmac, verifyHmac } from './hmac.ts';
export type { LiveSecrets, LiveSecretsOptions } from './live-secrets.ts';
export { createLiveSecrets } from './live-secrets.ts';
export type { TimestampCheck } from './timestamp.ts';
export { checkTimestamp } from './timestamp.ts';
