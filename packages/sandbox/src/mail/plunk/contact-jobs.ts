import { randomUUID } from 'node:crypto';
import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import { parseCsv } from '../csv.ts';
import type { ContactBook } from './contact-book.ts';
import { isEmailAddress } from './fields.ts';
import { readFields } from './json-body.ts';

type Result = Readonly<Record<string, unknown>>;

/** A job that ended at once: the sandbox has no queue. */
interface Job {
  readonly id: string;
  readonly state: 'completed' | 'failed';
  readonly progress: number;
  readonly result: Result | null;
  readonly failedReason: string | null;
}

const operations = ['subscribe', 'unsubscribe', 'delete'] as const;
const maxContacts = 1000;
const maxJobs = 1000;

/** Bulk actions and CSV imports, with their jobs. */
export function contactJobRoutes(contacts: ContactBook): readonly Route[] {
  const jobs = new Map<string, Job>();
  const start = (kind: string, run: () => Result): string => {
    const id = `${kind}-${randomUUID()}`;
    try {
      jobs.set(id, { id, state: 'completed', progress: 100, result: run(), failedReason: null });
    } catch (error) {
      const failedReason = error instanceof Error ? error.message : String(error);
      jobs.set(id, { id, state: 'failed', progress: 0, result: null, failedReason });
    }
    for (const oldest of [...jobs.keys()].slice(0, Math.max(0, jobs.size - maxJobs))) jobs.delete(oldest);
    return id;
  };
  const statusOf = (kind: string, id: string) => {
    const job = id.startsWith(kind) ? jobs.get(id) : undefined;
    return job === undefined
      ? { status: 404, json: { error: `${kind === 'import' ? 'Import' : 'Bulk action'} job not found` } }
      : { status: 200, json: job };
  };

  return [
    ...operations.map((operation) =>
      route('POST', `/contacts/bulk-${operation}`, (request) => {
        const { contactIds } = readFields(request);
        if (!Array.isArray(contactIds) || contactIds.length === 0 || contactIds.length > maxContacts)
          return { status: 400, json: { error: 'Invalid bulk action payload' } };
        const jobId = start('bulk', () => runBulk(contacts, operation, contactIds));
        return { status: 202, json: { message: `Bulk ${operation} queued successfully`, jobId } };
      }),
    ),
    route('GET', '/contacts/bulk/:jobId', (_, { jobId = '' }) => statusOf('bulk', jobId)),
    route('POST', '/contacts/import', async (request) => {
      const csv = await readCsvFile(request);
      if (csv === undefined) return { status: 400, json: { error: 'CSV file is required' } };
      const jobId = start('import', () => runImport(contacts, csv));
      return { status: 202, json: { message: 'Import queued successfully', jobId } };
    }),
    route('GET', '/contacts/import/:jobId', (_, { jobId = '' }) => statusOf('import', jobId)),
  ];
}

function runBulk(
  contacts: ContactBook,
  operation: (typeof operations)[number],
  ids: readonly unknown[],
): Result {
  const known = contacts.all().filter(({ id }) => ids.includes(id));
  const subscribed = operation === 'subscribe';
  const affected = known.filter((contact) => operation === 'delete' || contact.subscribed !== subscribed);
  for (const { id } of affected) {
    if (operation === 'delete') contacts.delete(id);
    else contacts.update(id, { subscribed });
  }
  return {
    operation,
    totalRequested: ids.length,
    successCount: affected.length,
    unchangedCount: known.length - affected.length,
    failureCount: ids.length - known.length,
    errors: [],
  };
}

async function readCsvFile(request: SandboxRequest): Promise<string | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const body = new Response(request.bytes as BodyInit, { headers: { 'content-type': type } });
  const file = (await body.formData()).get('file');
  return file === null || typeof file === 'string' ? undefined : file.text();
}

/** Every row is an upsert. Columns other than these two are fields. @throws without an address column */
function runImport(contacts: ContactBook, csv: string): Result {
  const [head = [], ...rows] = parseCsv(csv);
  const columns = head.map((name) => name.trim().toLowerCase());
  if (!columns.includes('email')) throw new Error('CSV must have an "email" column (case-insensitive)');
  const counts = { createdCount: 0, updatedCount: 0, failureCount: 0 };
  for (const cells of rows) {
    const {
      email = '',
      subscribed = '',
      ...fields
    } = Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').trim()]));
    if (!isEmailAddress(email)) {
      counts.failureCount += 1;
      continue;
    }
    const data = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, coerce(text)]));
    const state = subscribed === '' ? {} : { subscribed: ['true', '1', 'yes'].includes(subscribed) };
    const { isNew } = contacts.upsert(email, { data, ...state }, true);
    counts[isNew ? 'createdCount' : 'updatedCount'] += 1;
  }
  const successCount = counts.createdCount + counts.updatedCount;
  return { totalRows: rows.length, successCount, ...counts, errors: [] };
}

function coerce(text: string): string | number | boolean {
  if (/^(?:true|yes)$/i.test(text)) return true;
  if (/^(?:false|no)$/i.test(text)) return false;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
