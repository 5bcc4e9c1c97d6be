// The operations that a door knows and does not have: 501 in the service's own form, with the name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doors } from '../../src/mail/providers/all.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
afterAll(() => service.close());

/** Any key, in each of the headers that services read. */
const headers = {
  authorization: 'Bearer any',
  'x-postmark-server-token': 'any',
  'x-postmark-account-token': 'any',
  'api-key': 'any',
  'x-elasticemail-apikey': 'any',
};
const basic = { authorization: `Basic ${btoa('api:any')}` };
const aws = { authorization: 'AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/ses/aws4_request' };
const others: Readonly<Record<string, object>> = { mailgun: basic, mailjet: basic, ses: aws };

const operations = doors.flatMap(({ name, absent = [] }) =>
  absent.map(([method, pattern, operation]) => ({ door: name, method, pattern, operation })),
);

it('some operations are absent', () => expect(operations.length).toBeGreaterThan(50));

describe.each(doors.filter(({ absent = [] }) => absent.length > 0))('$name', ({ name, absent = [] }) => {
  it('answers 501 with the name of each', async () => {
    const origin = new URL(service.services[name]?.url ?? '').origin;
    for (const [method, pattern, operation] of absent) {
      const path = pattern.replace(/:\w+/g, '1');
      const init = { method, headers: { ...headers, ...others[name] } };
      const response = await fetch(`${origin}/${name}${path}`, init);
      expect([pattern, response.status]).toEqual([pattern, 501]);
      expect(await response.text()).toContain(`The sandbox does not have ${operation} of ${name} `);
    }
  });

  it('names each operation once', () => {
    const calls = absent.map(([method, pattern]) => `${method} ${pattern.replace(/:\w+/g, ':')}`);
    expect(new Set(calls).size).toBe(calls.length);
  });
});
