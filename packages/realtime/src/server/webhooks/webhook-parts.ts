// The code of webhooks, loaded with the first one.
export { checkTimestamp, readWebhookRequest, verifyHmac } from '@org/core/webhooks';
export { decryptEvents } from './decrypt-events.ts';
export { readEvents } from './webhook-content.ts';
export { createSecretsOfKey } from './webhook-secrets.ts';
