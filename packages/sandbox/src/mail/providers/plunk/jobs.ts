import { type DoorContext, type Fields, ok, ownTable, parseCsv, readForm, route } from '../../kit.ts';
import { plunkContacts } from './contacts.ts';
import { shortFailure } from './failure.ts';
import { isEmailAddress, readBody } from './fields.ts';

/** A job that ended at once: the sandbox has no queue. */
interface Job {
  readonly kind: 'bulk' | 'import';
  readonly result: Fields | null;
  readonly failedReason: string | null;
}

const operations = ['subscribe', 'unsubscribe', 'delete'] as const;
const maxContacts = 1000;

/** Bulk actions and CSV imports of contacts, with their jobs. */
export function jobRoutes({ store }: DoorContext) {
  const jobs = ownTable<Job>(store, 'plunk jobs');
  const start = (kind: Job['kind'], what: string, run: () => Fields) => {
    const id = jobs.add({ kind, ...attempt(run) });
    return ok({ message: `${what} queued successfully`, jobId: id }, 202);
  };
  const statusOf = (kind: Job['kind'], id: string, missing: string) => {
    const job = jobs.get(id);
    if (job?.kind !== kind) throw shortFailure(404, missing);
    const { result, failedReason } = job;
    const [state, progress] = result === null ? ['failed', 0] : ['completed', 100];
    return ok({ id, state, progress, result, failedReason });
  };
  return [
    ...operations.map((operation) =>
      route('POST', `/contacts/bulk-${operation}`, (request) => {
        const { contactIds } = readBody(request);
        if (!Array.isArray(contactIds) || contactIds.length === 0 || contactIds.length > maxContacts)
          throw shortFailure(400, 'Invalid bulk action payload');
        return start('bulk', `Bulk ${operation}`, () => runBulk(store, operation, contactIds));
      }),
    ),
    route('GET', '/contacts/bulk/:id', (_request, { id = '' }) =>
      statusOf('bulk', id, 'Bulk action job not found'),
    ),
    route('POST', '/contacts/import', async (request) => {
      const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
      const file = isForm && (await readForm(request)).files.find(({ name }) => name === 'file');
      if (!file) throw shortFailure(400, 'CSV file is required');
      const csv = new TextDecoder().decode(file.content);
      return start('import', 'Import', () => runImport(store, csv));
    }),
    route('GET', '/contacts/import/:id', (_request, { id = '' }) =>
      statusOf('import', id, 'Import job not found'),
    ),
  ];
}

function attempt(run: () => Fields): Omit<Job, 'kind'> {
  try {
    return { result: run(), failedReason: null };
  } catch (error) {
    return { result: null, failedReason: error instanceof Error ? error.message : String(error) };
  }
}

function runBulk(
  { contacts }: DoorContext['store'],
  operation: (typeof operations)[number],
  ids: readonly unknown[],
): Fields {
  const known = contacts.all().filter(({ id }) => ids.includes(id));
  const unsubscribed = operation === 'unsubscribe';
  const affected = known.filter((row) => operation === 'delete' || row.unsubscribed !== unsubscribed);
  for (const { id } of affected)
    if (operation === 'delete') contacts.delete(id);
    else contacts.update(id, { unsubscribed });
  return {
    operation,
    totalRequested: ids.length,
    successCount: affected.length,
    unchangedCount: known.length - affected.length,
    failureCount: ids.length - known.length,
    errors: [],
  };
}

function runImport(store: DoorContext['store'], csv: string): Fields {
  const book = plunkContacts(store);
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
    const data = Object.fromEntries(Object.entries(fields).map(([name, cell]) => [name, coerce(cell)]));
    const state = subscribed === '' ? {} : { subscribed: ['true', '1', 'yes'].includes(subscribed) };
    const { isNew } = book.upsert(email, { data, ...state }, true);
    counts[isNew ? 'createdCount' : 'updatedCount'] += 1;
  }
  const successCount = counts.createdCount + counts.updatedCount;
  return { totalRows: rows.length, successCount, ...counts, errors: [] };
}

function coerce(cell: string): string | number | boolean {
  if (/^(?:true|yes)$/i.test(cell)) return true;
  if (/^(?:false|no)$/i.test(cell)) return false;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}
