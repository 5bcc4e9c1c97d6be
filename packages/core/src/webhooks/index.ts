export { concatBytes, decodeBase64, encodeBase64, encodeHex, utf8 } from '../encoding/encoding.ts';
export { readBounded } from '../http/read-bounded.ts';
export { answerWebhook, type WebhookAnswer } from './answer-webhook.ts';
export { type ClaimedWebhook, claimWebhook, type WebhookClaim } from './claim-webhook.ts';
export { constantTimeEqual } from './constant-time.ts';
export type { HmacSecret, SignatureEncoding, VerifyHmacOptions } from './hmac.ts';
export { hmacSha256, hmacSha256Base64, hmacSha256Hex, signHmac, verifyHmac } from './hmac.ts';
export { createLiveSecrets, type LiveSecrets, type LiveSecretsOptions } from './live-secrets.ts';
export { memoryReplayStore, type ReplayClaim, type ReplayStore, requireReplayStore } from './replay-store.ts';
export { checkTimestamp, type TimestampCheck } from './timestamp.ts';
export {
  failedResponse,
  type HandlerErrorListener,
  jsonResponse,
  reportError,
  requireWebRequest,
} from './web-handler.ts';
export { WebhookReplayedError, WebhookRunningError, WebhookSignatureError } from './webhook-errors.ts';
export { readWebhookRequest, type WebhookContent, type WebhookRequest } from './webhook-request.ts';
