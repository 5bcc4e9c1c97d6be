// Core's page of errors: a section for each code, from the classes, their statuses and the drivers' tables.
// `pnpm api` writes it; a guard compares.
import { writeFileSync } from 'node:fs';
import { wrapItem } from '../markdown-matrix.ts';
import { root } from '../package-entries.ts';
import { advice, type Repeat } from './advice.ts';
import { type ErrorClass, errorClasses } from './classes.ts';
import { serviceNames } from './service-names.ts';
import { statusesOf } from './statuses.ts';

const head = `# Errors

<!-- Made by \`pnpm run api\` from the sources: change them, not this page. -->

Every error of the packages has a \`code\`, and \`docsUrl\`, the address of the page about it. Here are all of
them: the meaning, the services' own names, what to do, and whether the same call may be repeated. What the
client repeats by itself is in [retries and outcomes](retries-and-outcomes.md).

- The status comes first, then the service's code or words: a 401 is about the credential, a 429 is a limit, a
  5xx is a failed server, whatever name is in the body.
- A service's name is in \`providerCode\`, its words are at the end of \`message\`. Names in quotes are words
  that a driver searches for, because the service has no code. A number before a name is its status.
- \`retryable\` of the error is what holds for your call: a driver may know more than the status says.
- A name that is not here has the meaning of its status. Elastic Email describes no errors: its status
  decides, as in \`generic()\`. Replies of SMTP servers are on [a page of their
  own](../../email/docs/smtp.md).
`;

const repeats: Readonly<Record<Repeat, string>> = {
  yes: 'yes, later: nothing was done.',
  no: 'no: the same call fails again until the cause is gone.',
  outcome: "when `retryable` is true; after `outcome: 'unknown'`, ask the service first.",
  '–': 'does not apply: it is not the error of a call.',
};

const titles: Readonly<Record<string, string>> = {
  '@org/core': 'All packages',
  '@org/email': 'Email',
  '@org/routing': 'Routing',
  '@org/realtime': 'Realtime',
};

/** The page as it should be. */
export function errorPage(): string {
  const classes = errorClasses();
  const parts = Object.entries(titles).flatMap(([from, title]) => [
    `## ${title}\n`,
    ...classes.filter((one) => one.from === from).map(sectionOf),
  ]);
  return [head, ...parts].join('\n');
}

function sectionOf({ code, name, meaning }: ErrorClass): string {
  const [repeat, whatToDo] = advice[code as keyof typeof advice];
  const statuses = statusesOf(code);
  const items = [
    `- What to do: ${whatToDo}`,
    `- Repeat: ${repeats[repeat]}`,
    ...(statuses === '' ? [] : [`- Statuses: ${statuses}`]),
    ...serviceNames(code).map((names) => `- ${names}`),
  ];
  return [
    `### ${code}\n`,
    wrapItem(`\`${name}\`: ${meaning}`).replace(/^ {2}/gm, ''),
    '',
    ...items.map(wrapItem),
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(`${root}packages/core/docs/errors.md`, errorPage());
