// Services use one name for many things, and a proxy may repeat a body: the status decides first.
import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { generic } from '../../src/drivers/generic/index.ts';
import { createEmailClient, isOrgError } from '../../src/index.ts';
import { acme } from '../generic/acme.ts';
import { fixtures } from './fixtures.ts';
import { serviceNames } from './services.ts';
import { learn, message } from './stage.ts';

/** Refusals that the services send with a 401 although the key is right, as their fixtures show. */
const rightKeys = ['permission', 'account-suspended', 'sender-not-verified', 'quota-exceeded'];

const statuses = [
  { status: 401, codes: ['authentication', ...rightKeys], outcomes: ['not-sent'] },
  { status: 429, codes: ['rate-limit', 'quota-exceeded'], outcomes: ['not-sent'] },
  { status: 500, codes: ['server'], outcomes: ['unknown'] },
];

describe.each(serviceNames)('E4: the body of each refusal of %s', (service) => {
  const refusals = fixtures[service].filter(
    ({ means, status }) => status >= 300 && !['accepted', 'response-format', 'server'].includes(means),
  );

  it.each(statuses)('with the status $status', async ({ status, codes, outcomes }) => {
    const wrong: unknown[] = [];
    // A service that was seen to refuse with a 500 says so in its fixtures: its other answers are doubts.
    const seen = refusals.filter((refusal) => status === 500 && refusal.status === 500);
    for (const fixture of refusals) {
      const { code, outcome } = await learn(service, { ...fixture, status });
      if (seen.some(({ means }) => means === code) && outcome === 'not-sent') continue;
      if (!codes.includes(`${code}`) || !outcomes.includes(`${outcome}`))
        wrong.push([fixture.what, code, outcome]);
      // Only where the service has been seen to do that.
      if (status === 401 && code !== 'authentication') expect([401, 403]).toContain(fixture.status);
    }
    expect(wrong).toEqual([]);
  });
});

describe('E4: each kind of a table of generic()', () => {
  const kinds = Object.entries(acme.errors.kinds);

  it.each(statuses)('with the status $status', async ({ status, codes, outcomes }) => {
    for (const [code, kind] of kinds) {
      const transport = createFakeTransport([{ answer: { status, json: { error: { code } } } }]);
      const driver = generic(acme, { apiKey: 'key' });
      const email = createEmailClient({ driver, transport, limiter: false, retry: false });
      const error = await email.send(message).catch((thrown: unknown) => thrown);
      if (!isOrgError(error)) throw error;
      expect(codes, kind).toContain(error.code);
      expect(outcomes as readonly unknown[], kind).toContain(error.outcome);
      if (codes.includes(kind)) expect(error.code).toBe(kind);
    }
  });
});
