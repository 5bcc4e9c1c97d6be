export type { EmailDriverHarness, ReceivedMail, TestFramework } from './scene/harness.ts';
export { signTestWebhook } from './sign-test-webhook.ts';
export { testEmailDriver } from './test-email-driver.ts';
