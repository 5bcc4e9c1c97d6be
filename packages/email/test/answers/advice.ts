// What a message of ours tells somebody who has to put it right, beside the service's own words.
import { expect } from 'vitest';
import type { Learned } from './stage.ts';

const advice: Readonly<Partial<Record<Learned['code'], RegExp>>> = {
  'account-suspended': /\b(?:account|project|key)\b/,
  authentication: /\bCheck (?:the key|the secret access key|`)/,
  'bad-request': /\brefused|\bno content\b|\bCheck `region`/,
  conflict: /\b(?:has this already|clashes with)\b/,
  'idempotency-conflict': /\b(?:new key|new one)\b/,
  'incomplete-send': /\bRead `outcomes`/,
  'message-rejected': /\b(?:refuses files|rejected the content)\b/,
  'not-found': /\b(?:[Cc]heck (?:the id|`domain`|`baseUrl`)|with this id|in this region)/,
  'payload-too-large': /\btoo (?:large|many recipients)\b/,
  permission: /\b(?:allowed to|permission|may|IP address|free account|another account|suspended)\b/,
  'quota-exceeded': /\b(?:used up|limit\b.* is reached|quotas)\b/,
  'rate-limit': /\bToo many requests\b|\bSet `maxSendRate`/,
  'recipient-rejected': /\brefused this recipient\b/,
  'recipient-suppressed': /\b(?:suppressed|suppression lists|unsubscribed contact)\b/,
  'response-format': /\bCheck the base URL\b|\b(?:does not prove|is not known|are not known)\b/,
  'sender-not-verified': /\b(?:verified|Verify|Validate)\b/,
  server: /\b(?:whether it acted is not known|not available for the moment|maintenance)\b/,
};

/** An error of each code says so in words of ours: those of the service may be missing. */
export function expectAdvice({ code, message }: Learned): void {
  if (code === 'accepted') return;
  const own = message.replace(/ The service says:.*$/s, '');
  expect(own, message).toMatch(advice[code] ?? /^$/);
}
