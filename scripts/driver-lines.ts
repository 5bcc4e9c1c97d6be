// Prints the lines of each mail driver, of its webhooks and of mail that arrives.
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
  const inbound = sources.filter((file) => file.startsWith('inbound/'));
  const apart = [...webhooks, ...inbound, 'send.ts'];
  const own = sources.filter((file) => !apart.includes(file));
  const rest = `webhooks ${linesOf(webhooks)}, inbound ${linesOf(inbound)}`;
  console.log(`${driver.padEnd(14)} ${linesOf(own)} lines, ${rest}`);
}
