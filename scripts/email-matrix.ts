// The table of what each mail driver can do, from the drivers' own capabilities. `pnpm api` writes it into
// packages/email/docs/drivers.md; a guard compares.
import { readFileSync, writeFileSync } from 'node:fs';
import type { EmailCapabilities } from '@org/email';
import { smtp } from '@org/email/smtp';
import { methodsOf, type PartName } from '../packages/email/src/model/capabilities.ts';
import type { FieldName } from '../packages/email/src/model/fields.ts';
import { optionalFields } from '../packages/email/src/testing/scene/samples.ts';
import { httpDriver, httpDriverNames } from '../packages/email/test/support/drivers.ts';
import { tableOf, withMatrix, wrapItem } from './markdown-matrix.ts';
import { root } from './package-entries.ts';

/** `generic()` has what its table has. */
const ownCapabilities = httpDriverNames
  .filter((name) => name !== 'generic')
  .map((name) => [name, httpDriver(name, { apiKey: 'sk_key' }).capabilities] as const);

const drivers: Readonly<Record<string, EmailCapabilities>> = {
  ...Object.fromEntries(ownCapabilities),
  smtp: smtp({ host: 'relay.example' }).capabilities,
};

type Cell = (capabilities: EmailCapabilities) => string;

const yes = (value: unknown) => (value ? 'yes' : '–');
const methods = (capabilities: EmailCapabilities, part: PartName): string => {
  const names = methodsOf(capabilities, part);
  return names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(' ');
};

/** What a table says of a field beyond yes and no. */
const details: Readonly<Partial<Record<FieldName, Cell>>> = {
  tags: ({ limits }) => String(limits.maxTags ?? 'many'),
  metadata: ({ message }) => (message.metadata === 'visible' ? 'visible' : 'yes'),
  attachments: ({ message }) => (message.inlineAttachments ? 'inline' : 'yes'),
  sendAt: ({ limits }) =>
    limits.maxScheduleMs === undefined ? 'yes' : `${Math.round(limits.maxScheduleMs / 3_600_000)} h`,
};

/** The fields that a service may not carry. */
const carried = optionalFields.map((name): [string, Cell] => [
  name,
  (can) => {
    const { message }: { readonly message: Readonly<Partial<Record<FieldName, unknown>>> } = can;
    return message[name] ? (details[name]?.(can) ?? 'yes') : '–';
  },
]);

const columns: readonly [string, Cell][] = [
  [
    'text',
    ({ message }) => ({ none: '–', 'with-html': 'with HTML', either: 'or HTML', alone: 'yes' })[message.text],
  ],
  ['reply addresses', ({ message }) => message.replyTo],
  ...carried,
  ['tracking', ({ message }) => message.tracking?.join(', ') ?? '–'],
  ['several recipients in one mail', ({ message }) => yes(message.visibility === 'shared')],
  ['messages a request', ({ batch }) => String(batch ?? 1)],
  ['known key', ({ idempotency }) => idempotency],
];

/** As many tables as lines of this length need. */
function tables(): string[] {
  const all: string[] = [];
  let some: Record<string, Cell> = {};
  for (const [name, cell] of columns) {
    const more = { ...some, [name]: cell };
    const isWide = tableOf(drivers, more)
      .split('\n')
      .some((line) => line.length > 110);
    if (isWide) all.push(tableOf(drivers, some), '');
    some = isWide ? { [name]: cell } : more;
  }
  return [...all, tableOf(drivers, some), ''];
}

const parts = ['templates', 'contacts', 'lists', 'suppressions', 'messages', 'webhooks'] as const;

/** The tables, as Markdown. */
export function emailMatrix(): string {
  const methodLines = Object.entries(drivers).map(([name, can]) => {
    const own = parts.filter((part) => methods(can, part) !== '–');
    const list = own.map((part) => `${part} (${methods(can, part)})`).join(', ');
    return wrapItem(`- [\`${name}\`](${name}.md): ${list || 'sending alone'}`);
  });
  return [...tables(), '### Parts', '', ...methodLines].join('\n');
}

const page = `${root}packages/email/docs/drivers.md`;

/** The page with the tables as they are now. */
export function withEmailMatrix(text: string): string {
  return withMatrix(text, emailMatrix());
}

if (import.meta.main) writeFileSync(page, withEmailMatrix(readFileSync(page, 'utf8')));
