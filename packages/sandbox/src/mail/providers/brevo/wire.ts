import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import type { Template } from '../../store/mail-store.ts';
import { need, Problem } from '../door.ts';
import { flagOf } from '../fields.ts';

const codes = new Map([
  [401, 'unauthorized'],
  [403, 'permission_denied'],
  [404, 'document_not_found'],
  [405, 'method_not_allowed'],
  [429, 'too_many_requests'],
]);

export const problem = (status: number, message: string): SandboxResponse => ({
  status,
  json: { code: codes.get(status) ?? 'invalid_parameter', message },
});

export function refuse(code: string, message: string): Problem {
  return new Problem({ status: 400, json: { code, message } });
}

export const missing = (): Problem => new Problem(problem(404, 'Not found'));

export const ok = (json: unknown, status = 200): SandboxResponse => ({ status, json });

export const noContent: SandboxResponse = { status: 204 };

/** A page by `limit` and `offset`, the newest first. */
export function pageOf(
  { query }: SandboxRequest,
  name: string,
  items: readonly object[],
  maxLimit: number,
): SandboxResponse {
  const limit = Number(query.get('limit') ?? Math.min(50, maxLimit));
  const offset = Number(query.get('offset') ?? 0);
  if (!(limit <= maxLimit))
    throw new Problem({ status: 400, json: { code: 'out_of_range', message: 'Limit exceeds max value' } });
  const sorted = query.get('sort') === 'asc' ? items : items.toReversed();
  return ok({ [name]: sorted.slice(offset, offset + limit), count: items.length });
}

export const dateOf = (instant: number): string => new Date(instant).toISOString();

/** The row with the number in a path. */
export function findBySerial<Row extends { readonly serial: number }>(
  rows: readonly Row[],
  serial: unknown,
): Row {
  return need(
    rows.find((row) => `${row.serial}` === `${serial}`),
    missing,
  );
}

/** A template of another service has no state: it can be used. */
export function isActive({ own }: Template): boolean {
  return flagOf(own['isActive']) ?? own['sender'] === undefined;
}
