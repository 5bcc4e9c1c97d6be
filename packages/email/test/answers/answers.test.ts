import { describe, expect, it } from 'vitest';
import { expectAdvice } from './advice.ts';
import { codesOnPage, repeatOnPage } from './error-page.ts';
import { type AnswerFixture, ours } from './fixture.ts';
import { gateways } from './fixtures/gateways.ts';
import { smtpReplies } from './fixtures/smtp.ts';
import { answersOf, fixtures } from './fixtures.ts';
import { serviceNames } from './services.ts';
import { learn } from './stage.ts';

describe.each(serviceNames)('E4: what %s answers', (service) => {
  it.each(answersOf(service).map((fixture) => [fixture.what, fixture] as const))(
    '%s',
    async (_what, fixture) => {
      const learned = await learn(service, fixture);
      const { code, outcome, retryable, requests, message } = learned;
      const { means, says = /(?:)/ } = fixture;
      expect({ code, outcome, retryable }).toEqual({
        code: means,
        outcome: fixture.outcome,
        retryable: fixture.retryable,
      });
      expectAdvice(learned);
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

describe('the fixtures', () => {
  const shown = (all: readonly AnswerFixture[]) => all.filter(({ source }) => !source.startsWith(ours));

  it('are at least 150 with a source, 12 of each service', () => {
    const counts = serviceNames.map((service) => shown(fixtures[service]).length);
    // Of Azure, Elastic Email and Loops, nobody has shown more; what stands before a service counts for each.
    const least = counts.map((count) => count + gateways.length);
    expect(Math.min(...least)).toBeGreaterThanOrEqual(12);
    expect(counts.filter((count) => count < 12)).toHaveLength(3);
    expect(counts.reduce((sum, count) => sum + count, gateways.length)).toBeGreaterThanOrEqual(150);
  });

  it('have a source with a date', () => {
    const all = shown([...Object.values(fixtures).flat(), ...gateways]);
    const dated = /\b(?:19|20)\d\d\b|\b[\da-f]{7}\b/;
    const sources = [...all.map(({ source }) => source), ...smtpReplies.map(([, , , source]) => source)];
    expect(sources.filter((source) => !dated.test(source))).toEqual([]);
  });
});
