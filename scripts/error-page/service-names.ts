// The services' own names for each code, from the tables of the drivers.
import { existsSync, readFileSync } from 'node:fs';
import { ConflictError, type Failure, NotFoundError, type OrgErrorCode, QuotaExceededError } from '@org/core';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  RecipientSuppressedError,
  SenderNotVerifiedError,
} from '@org/email';
import { type ErrorKind, emailFailureKinds } from '@org/email/tables';
import * as brevo from '../../packages/email/src/drivers/brevo/errors.ts';
import { byCode as mailersend } from '../../packages/email/src/drivers/mailersend/errors.ts';
import { byWords as mailgun } from '../../packages/email/src/drivers/mailgun/errors.ts';
import * as mailjet from '../../packages/email/src/drivers/mailjet/errors.ts';
import * as plunk from '../../packages/email/src/drivers/plunk/errors.ts';
import { meanings as postmark } from '../../packages/email/src/drivers/postmark/errors.ts';
import * as resend from '../../packages/email/src/drivers/resend/errors.ts';
import { meanings as sendgrid } from '../../packages/email/src/drivers/sendgrid/errors.ts';
import { meanings as ses } from '../../packages/email/src/drivers/ses/errors.ts';
import { httpDriverNames } from '../../packages/email/test/support/drivers.ts';
import {
  classifyCloseCode,
  meanings as closeCodes,
} from '../../packages/realtime/src/protocol/close-code.ts';
import * as graphhopper from '../../packages/routing/src/drivers/graphhopper/errors.ts';
import { codes as openrouteservice } from '../../packages/routing/src/drivers/openrouteservice/errors.ts';
import { meanings as osrm } from '../../packages/routing/src/drivers/osrm/errors.ts';
import { meanings as valhalla } from '../../packages/routing/src/drivers/valhalla/errors.ts';
import { root } from '../package-entries.ts';
import { plainWords } from './plain-words.ts';

/** A name of a service, with the class of its error. */
type Named = readonly [name: string, type: Failure['type'] | undefined];

const coded = (table: Iterable<readonly [string | number, Partial<Failure>]>): readonly Named[] =>
  [...table].map(([name, { type }]) => [`\`${name}\``, type]);
const worded = (pattern: RegExp, status?: number): string =>
  [status ?? '', plainWords(pattern)].filter(Boolean).join(' ');
const wordedByStatus = (table: readonly (readonly [number, RegExp, Partial<Failure>])[]): readonly Named[] =>
  table.map(([status, pattern, { type }]) => [worded(pattern, status), type]);
type Pair = readonly [type: Failure['type'], advice: string];
const spanned = ([from, to, [type]]: readonly [number, number, Pair]): Named => [
  from === to ? `\`${from}\`` : `\`${from}\`–\`${to}\``,
  type,
];

/** The tables of kinds in the files `errors.ts` of drivers, by the titles of their pages. */
async function kindTables(): Promise<Readonly<Record<string, readonly Named[]>>> {
  const tables: Record<string, readonly Named[]> = {};
  for (const name of httpDriverNames) {
    const file = `${root}packages/email/src/drivers/${name}/errors.ts`;
    const kinds: Readonly<Record<string, ErrorKind>> = existsSync(file)
      ? (await import(file)).kinds
      : undefined;
    if (kinds === undefined) continue;
    const page = readFileSync(`${root}packages/email/docs/${name}.md`, 'utf8');
    const [, title = name] = /^# (.+)$/m.exec(page) ?? [];
    tables[title] = Object.entries(kinds).map(([code, kind]) => [
      `\`${code}\``,
      emailFailureKinds[kind].type,
    ]);
  }
  return tables;
}

/** Names in tables, and those that a driver reads elsewhere: its fixtures prove them. */
const names: Readonly<Record<string, readonly Named[]>> = {
  Brevo: [...coded(Object.entries(brevo.byCode)), ...wordedByStatus(brevo.byWords)],
  MailerSend: [
    ...coded(mailersend),
    ['`ALL_SUPPRESSED`', RecipientSuppressedError],
    ['403 "suspended" or "paused"', AccountSuspendedError],
    ['404 "already been sent" to a cancellation', ConflictError],
  ],
  Mailgun: [
    ...mailgun.map(([pattern, { type }]): Named => [worded(pattern), type]),
    ['200 "Mailgun Magnificent API"', NotFoundError],
  ],
  Mailjet: [...coded(mailjet.meanings), ...wordedByStatus(mailjet.byWords)],
  Plunk: [
    ...coded(plunk.byCode),
    ...wordedByStatus(plunk.byWords),
    ['`IDEMPOTENCY_KEY_REUSED`', IdempotencyConflictError],
  ],
  Postmark: coded(postmark),
  Resend: [
    ...coded(resend.refusals),
    ['403 `validation_error`', resend.senderRefused.type],
    ['`validation_error` with "API key is invalid"', resend.keyRefused.type],
  ],
  SendGrid: wordedByStatus(sendgrid),
  ...(await kindTables()),
  SES: [
    ...coded(ses),
    ['`MessageRejected` with "not verified"', SenderNotVerifiedError],
    ['`TooManyRequestsException` with "daily"', QuotaExceededError],
  ],
  GraphHopper: [
    ...Object.entries(graphhopper.byClass).map(([name, [type]]): Named => [`\`${name}\``, type]),
    ...graphhopper.byWords.map(([pattern, [type]]): Named => [worded(pattern), type]),
  ],
  openrouteservice: openrouteservice.flatMap(([[type], numbers]) =>
    numbers.map((number): Named => [`\`${number}\``, type]),
  ),
  OSRM: Object.entries(osrm).map(([name, [type]]): Named => [`\`${name}\``, type]),
  Valhalla: valhalla.map(spanned),
};

/** `Resend: …`, for each service that has names for the code. */
export function serviceNames(code: OrgErrorCode): readonly string[] {
  const lists = Object.entries(names).map(([service, all]): readonly [string, readonly string[]] => [
    service,
    all.flatMap(([name, type]) => (type !== undefined && codeOf(type) === code ? [name] : [])),
  ]);
  return [...lists, ['close codes', closeCodesOf(code)] as const].flatMap(([service, own]) =>
    own.length === 0 ? [] : [`${service}: ${[...new Set(own)].join(', ')}`],
  );
}

function codeOf(type: Failure['type']): OrgErrorCode {
  return new type({ message: '' }).code;
}

function closeCodesOf(code: OrgErrorCode): readonly string[] {
  if (code !== 'connection-refused' && code !== 'connection-lost') return [];
  const isRefused = code === 'connection-refused';
  return [...closeCodes]
    .filter(([number]) => (classifyCloseCode(number) === 'stop') === isRefused)
    .map(([number, meaning]) => `\`${number}\` ${meaning.replace(/:.*/, '')}`);
}
