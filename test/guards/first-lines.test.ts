import { beforeAll, describe, expect, it } from 'vitest';
import { compilePrograms } from '../support/compile-programs.ts';
import { emailMistakes } from '../support/mistakes/email.ts';
import { realtimeMistakes } from '../support/mistakes/realtime.ts';
import { routingMistakes } from '../support/mistakes/routing.ts';

const mistakes = [...emailMistakes, ...routingMistakes, ...realtimeMistakes];

const imports = `
import { createEmailClient } from '@org/email';
import { failover } from '@org/email/failover';
import { plunk } from '@org/email/plunk';
import { resend } from '@org/email/resend';
import { smtp } from '@org/email/smtp';
import { createRealtimeClient, httpAuthorizer } from '@org/realtime';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
const email = createEmailClient({ driver: resend() });
const routing = createRoutingClient({ driver: openrouteservice() });
const realtime = createRealtimeClient({ key: 'k', cluster: 'eu' });
const channel = realtime.subscribe('orders');
`;

describe('the first line of a type error', () => {
  let errors: ReadonlyMap<string, string>;

  beforeAll(async () => {
    const programs: Record<string, string> = {};
    for (const [index, { wrong, right }] of mistakes.entries()) {
      programs[`wrong-${index}`] = `${imports}${wrong}`;
      programs[`right-${index}`] = `${imports}${right}`;
    }
    errors = await compilePrograms(programs);
  });

  it.each(mistakes.map((mistake, index) => ({ ...mistake, index })))(
    'names $field: $wrong',
    ({ field, cure, index }) => {
      const [line] = errors.get(`wrong-${index}`)?.split('\n') ?? [];
      expect(line).toContain(field);
      expect(line).toContain(cure);
    },
  );

  it('is not there for the program that follows its advice', () => {
    expect([...errors].filter(([name]) => !name.startsWith('wrong-'))).toEqual([]);
  });

  it('is that of thirty-five mistakes or more', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(35);
  });
});
