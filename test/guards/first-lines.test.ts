import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
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

/** The first line of each file's first error, by the file's name. */
type FirstLines = ReadonlyMap<string, string>;

describe('the first line of a type error', () => {
  // Inside `examples`, where the packages resolve as for a reader.
  const folder = join(root, 'examples', `.mistakes-${process.pid}`);
  let firstLines: FirstLines;

  beforeAll(async () => {
    mkdirSync(folder);
    for (const [index, { wrong, right }] of mistakes.entries()) {
      writeFileSync(join(folder, `wrong-${index}.ts`), `${imports}${wrong}\nexport {};\n`);
      writeFileSync(join(folder, `right-${index}.ts`), `${imports}${right}\nexport {};\n`);
    }
    const compilerOptions = { noUnusedLocals: false };
    const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    firstLines = await compile(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(mistakes.map((mistake, index) => ({ ...mistake, index })))(
    'names $field: $wrong',
    ({ field, cure, index }) => {
      const line = firstLines.get(`wrong-${index}.ts`);
      expect(line).toContain(field);
      expect(line).toContain(cure);
    },
  );

  it('is not there for the program that follows its advice', () => {
    expect([...firstLines].filter(([file]) => !file.startsWith('wrong-'))).toEqual([]);
  });

  it('is that of thirty-five mistakes or more', () => {
    expect(mistakes.length).toBeGreaterThanOrEqual(35);
  });
});

async function compile(folder: string): Promise<FirstLines> {
  // The compiler fails, and the error has what it printed.
  const output = await run('tsc', ['-p', folder, '--pretty', 'false'], { cwd: folder }).catch(String);
  const lines = new Map<string, string>();
  for (const [, file = '', text = ''] of output.matchAll(/^(\S+?)\(\d+,\d+\): error TS\d+: (.*)$/gm))
    if (!lines.has(file)) lines.set(file, text);
  return lines;
}
