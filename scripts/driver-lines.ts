// Prints the lines of each mail driver, and of its webhooks: `node scripts/driver-lines.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './package-entries.ts';

const drivers = `${root}packages/email/src/drivers/`;

for (const driver of readdirSync(drivers)) {
  const files = readdirSync(`${drivers}${driver}`, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const linesOf = (names: readonly string[]) =>
    names.reduce(
      (sum, name) => sum + readFileSync(`${drivers}${driver}/${name}`, 'utf8').split('\n').length - 1,
      0,
    );
  const webhooks = sources.filter((file) => /(?:^|\/)(?:webhooks|events|event-types)\.ts$/.test(file));
  const own = sources.filter((file) => !webhooks.includes(file) && file !== 'send.ts');
  console.log(`${driver.padEnd(14)} ${linesOf(own)} lines, webhooks ${linesOf(webhooks)}`);
}
