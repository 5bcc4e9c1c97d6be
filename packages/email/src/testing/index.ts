export type { EmailDriverHarness, ReceivedMail, TestFramework, WebhookSample } from './harness.ts';
export type { TestWebhookOptions } from './sign-test-webhook.ts';
export { signTestWebhook } from './sign-test-webhook.ts';
export { testEmailDriver } from './test-email-driver.ts';
