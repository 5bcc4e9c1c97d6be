// The operations that a door knows and does not have: 501 in the service's own form, with the name.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doors } from '../../src/mail/providers/all.ts';
import { absentActions } from '../../src/mail/providers/ses/query-routes.ts';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { anyKey } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
afterAll(() => service.close());

const page = readFileSync(new URL('../../docs/doors.md', import.meta.url), 'utf8');

const operations = doors.flatMap(({ name, absent = [] }) =>
  absent.map(([method, pattern, operation]) => ({ door: name, method, pattern, operation })),
);

// Amazon SES API Reference (2010-12-01), "Actions".
it.each([...absentActions])(
  'the action %s of SES answers 501 with its name, as the page says',
  async (action) => {
    const { url = '' } = service.services['ses'] ?? {};
    const body = new URLSearchParams({ Action: action, Version: '2010-12-01' });
    const response = await fetch(`${url}/`, { method: 'POST', body, headers: anyKey('ses') });
    expect(response.status).toBe(501);
    expect(await response.text()).toContain(`The sandbox does not have ${action} of ses `);
    expect(page).toContain(`\`${action}\``);
  },
);

it('some operations are absent', () => expect(operations.length).toBeGreaterThan(50));

describe.each(doors.filter(({ absent = [] }) => absent.length > 0))('$name', ({ name, absent = [] }) => {
  it('answers 501 with the name of each', async () => {
    const origin = new URL(service.services[name]?.url ?? '').origin;
    for (const [method, pattern, operation] of absent) {
      const path = pattern.replace(/:\w+/g, '1');
      // The key of Mandrill is in the body.
      const init = { method, headers: anyKey(name), ...(name === 'mandrill' && { body: '{"key":"any"}' }) };
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
