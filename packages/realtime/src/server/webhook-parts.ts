// The code of webhooks, loaded with the first one.
export { checkTimestamp, verifyHmac } from '@org/core/webhooks';
export { readEvents, readRequest } from './webhook-content.ts';
export { createSecretsOfKey } from './webhook-secrets.ts';
