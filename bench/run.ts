// Measures @org/core beside its peers in one run: `node bench/run.ts [section …]`, all sections unless named. Build core first.
import { writeFileSync } from 'node:fs';
import { measureHttp } from './http/http.ts';
import { formatSection, type Section } from './report.ts';

const sections: Readonly<Record<string, () => Promise<Section>>> = {
  http: measureHttp,
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sections);
const results: Record<string, unknown> = {};
for (const name of chosen) {
  const measure = sections[name];
  if (measure === undefined)
    throw new Error(`There is no section "${name}"; there are ${Object.keys(sections).join(', ')}.`);
  const section = await measure();
  results[name] = section.data;
  process.stdout.write(`${formatSection(section)}\n`);
}
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
