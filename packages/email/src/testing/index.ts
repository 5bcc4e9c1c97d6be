export type { EmailDriverHarness, ReceivedMail, TestFramework, WebhookSample } from './scene/harness.ts';
export { signTestWebhook, type TestWebhookOptions } from './sign-test-webhook.ts';
export { testEmailDriver } from './test-email-driver.ts';
