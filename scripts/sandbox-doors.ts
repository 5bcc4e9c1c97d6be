// The table of the operations that each mail door of the sandbox answers, from its routes. `pnpm api` writes
// it into packages/sandbox/docs/doors.md; a guard compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { createCachedEventTable } from '../packages/sandbox/src/cached-events.ts';
import { createFaultTable } from '../packages/sandbox/src/faults/fault-table.ts';
import type { Door, DoorContext } from '../packages/sandbox/src/mail/kit/door.ts';
import { createMailbox } from '../packages/sandbox/src/mail/mailbox/mailbox.ts';
import { doors } from '../packages/sandbox/src/mail/providers/all.ts';
import { createMailStore } from '../packages/sandbox/src/mail/store/mail-store.ts';
import { createOutbox } from '../packages/sandbox/src/mail/store/outbox.ts';
import { withMatrix } from './markdown-matrix.ts';
import { root } from './package-entries.ts';

function createContext(): DoorContext {
  const now = () => 0;
  const limits = { maxMessageBytes: 1, maxRecipients: 1 };
  const tables = { faults: createFaultTable(), cachedEvents: createCachedEventTable() };
  const parts = { mailbox: createMailbox({ now }), ...tables, now, ...limits };
  const store = createMailStore({ ...parts, refuseSender: () => undefined, inBackground: () => {} });
  const outbox = createOutbox(store, () => {});
  const service = { key: '', publicKey: '', webhookSecret: undefined, url: () => '' };
  return { store, outbox, isIncoming: () => false, ...service };
}

/** The methods of each path, of those that are answered and of those that are absent. */
function pathsOf({ routes, absent = [] }: Door) {
  const paths = new Map<string, Readonly<Record<'answered' | 'absent', Set<string>>>>();
  const note = (kind: 'answered' | 'absent', method: string, pattern: string): void => {
    const entry = paths.get(pattern) ?? { answered: new Set(), absent: new Set() };
    entry[kind].add(method);
    paths.set(pattern, entry);
  };
  for (const { method, pattern } of routes(createContext())) note('answered', method, pattern);
  for (const [method, pattern] of absent) note('absent', method, pattern);
  return [...paths].sort(([one], [other]) => (one < other ? -1 : 1));
}

const cell = (methods: ReadonlySet<string>): string => [...methods].sort().join(' ') || '–';

function sectionOf(door: Door): string {
  const paths = pathsOf(door);
  const count = (kind: 'answered' | 'absent') => paths.reduce((sum, [, each]) => sum + each[kind].size, 0);
  return [
    `### ${door.name}`,
    '',
    `The sandbox answers ${count('answered')} operations of \`${door.name}\`, ${count('absent')} with 501.`,
    '',
    '| path | answered | 501 |',
    '|---|---|---|',
    ...paths.map(([path, each]) => `| \`${path}\` | ${cell(each.answered)} | ${cell(each.absent)} |`),
    '',
  ].join('\n');
}

const page = `${root}packages/sandbox/docs/doors.md`;

/** The page with the tables as they are now. */
export function withSandboxDoors(text: string): string {
  return withMatrix(text, doors.map(sectionOf).join('\n'));
}

if (import.meta.main) writeFileSync(page, withSandboxDoors(readFileSync(page, 'utf8')));
