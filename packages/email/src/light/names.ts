// What every light entry has, besides its driver.
export type { LightEmailClient, LightEmailClientOptions } from './client.ts';
export { createEmailClient } from './client.ts';
export { type LateContentPart, lateContent } from './late-content.ts';
export type { EmailPart, WebhookPart } from './part.ts';
export type { LightDriver, SendCapabilities, SendDriver } from './send-driver.ts';
