import { describe, expect, it } from 'vitest';
import { codesOnPage, repeatOnPage } from './error-page.ts';
import { gateways } from './fixtures/gateways.ts';
import { answersOf, fixtures } from './fixtures.ts';
import { serviceNames } from './services.ts';
import { learn } from './stage.ts';

/** What the message of a refusal names, for somebody who has to put it right. */
const advice: Readonly<Partial<Record<string, RegExp>>> = {
  authentication: /key|credential|token/i,
  'account-suspended': /account|project|key/i,
  'quota-exceeded': /quota|limit|credit/i,
  'rate-limit': /too many requests|limit|rate/i,
  'sender-not-verified': /sender|domain|`from`/i,
  'recipient-suppressed': /recipient|suppress|unsubscribed/i,
  'idempotency-conflict': /key/i,
  'payload-too-large': /large|many|size/i,
};

describe.each(serviceNames)('E4: what %s answers', (service) => {
  it.each(answersOf(service).map((fixture) => [fixture.what, fixture] as const))(
    '%s',
    async (_what, fixture) => {
      const { code, outcome, retryable, requests, message } = await learn(service, fixture);
      const { means, says = advice[means] ?? /(?:)/ } = fixture;
      expect({ code, outcome, retryable }).toEqual({
        code: means,
        outcome: fixture.outcome,
        retryable: fixture.retryable,
      });
      expect(message).toMatch(says);
      if (outcome === 'not-sent' && !retryable) expect(requests).toBe(1);
    },
  );

  it('the page of errors says so', async () => {
    for (const fixture of fixtures[service].filter(({ means }) => means !== 'accepted')) {
      const { code, retryable, providerCode = '' } = await learn(service, fixture);
      const repeat = repeatOnPage(code);
      expect(repeat, code).toBeDefined();
      if (repeat !== 'when') expect([fixture.what, retryable]).toEqual([fixture.what, repeat === 'yes']);
      const codes = codesOnPage(service, providerCode);
      // A 401, a 429 and a 5xx have the meaning of the status, whatever the name is.
      const isNamed = codes.length > 0 && ![401, 429].includes(fixture.status) && fixture.status < 500;
      if (isNamed) expect(codes, fixture.what).toContain(code);
    }
  });
});

it('the fixtures are at least 150, 12 of each service', () => {
  const counts = serviceNames.map((service) => fixtures[service].length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(12);
  expect(counts.reduce((sum, count) => sum + count, gateways.length)).toBeGreaterThanOrEqual(150);
});
