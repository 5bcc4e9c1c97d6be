// The table of what each transport and each channel does, from the rows that the tests run. `pnpm api` writes
// it into packages/core/docs/transports.md; a guard compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Row, type Topic, transportNames } from '../packages/core/test/transports/row.ts';
import { topics } from '../packages/core/test/transports/table.ts';
import { type ChannelRow, channelTopics } from '../packages/realtime/test/transports/channel-rows.ts';
import { withMatrix } from './markdown-matrix.ts';
import { root } from './package-entries.ts';

const exceptions = ({ but = {} }: Row): string => {
  const named = new Map<string, string[]>();
  for (const name of transportNames) {
    const end = but[name];
    if (end !== undefined) named.set(end, [...(named.get(end) ?? []), `\`${name}\``]);
  }
  return [...named].map(([end, names]) => `${names.join(', ')}: ${end}`).join('; ');
};

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function sectionOf({ title, rows }: Topic): string {
  const head = [line(['case', 'end', 'except']), '|---|---|---|'];
  return [
    `### ${title}`,
    '',
    ...head,
    ...rows.map((row) => line([row.case, row.end, exceptions(row)])),
    '',
  ].join('\n');
}

/** Rows that are those of a topic of requests are not printed again. */
function channelSectionOf({ title, rows }: Topic<ChannelRow>): string {
  const same = topics.find((topic) => topic.title === title)?.rows ?? [];
  const isSame = rows.every((row) =>
    same.some(({ case: name, end }) => name === row.case && end === row.end),
  );
  const table = [line(['case', 'end']), '|---|---|', ...rows.map((row) => line([row.case, row.end]))];
  const text = isSame ? ['As for requests: see above.'] : table;
  return [`### Channels: ${title}`, '', ...text, ''].join('\n');
}

const page = `${root}packages/core/docs/transports.md`;

/** The page with the table as it is now. */
export function withTransportTable(text: string): string {
  const sections = [...topics.map(sectionOf), ...channelTopics.map(channelSectionOf)];
  return withMatrix(text, sections.join('\n'));
}

if (import.meta.main) writeFileSync(page, withTransportTable(readFileSync(page, 'utf8')));
