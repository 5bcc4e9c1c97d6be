export type { EmailDriverHarness, ReceivedMail, TestFramework } from './harness.ts';
export { testEmailDriver } from './test-email-driver.ts';
