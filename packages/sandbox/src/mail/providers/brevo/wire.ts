import {
  bySerial,
  type Conventions,
  dateOf,
  flagOf,
  need,
  noContent,
  ok,
  Problem,
  type Row,
  type Template,
} from '../../kit.ts';

const codes = new Map([
  [401, 'unauthorized'],
  [403, 'permission_denied'],
  [404, 'document_not_found'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'], // Brevo documents none
  [429, 'too_many_requests'],
]);

export const problem = (status: number, message: string) => ({
  status,
  json: { code: codes.get(status) ?? 'invalid_parameter', message },
});

export function refuse(code: string, message: string): Problem {
  return new Problem({ status: 400, json: { code, message } });
}

export const missing = (): Problem => new Problem(problem(404, 'Not found'));

/** Pages by `limit` and `offset`, the newest first. */
export function pages(maxLimit: number): Conventions['list'] {
  return (items, { query }, name) => {
    const limit = Number(query.get('limit') ?? Math.min(50, maxLimit));
    const offset = Number(query.get('offset') ?? 0);
    if (!(limit <= maxLimit)) throw refuse('out_of_range', 'Limit exceeds max value');
    const sorted = query.get('sort') === 'asc' ? items : items.toReversed();
    return ok({ [name]: sorted.slice(offset, offset + limit), count: items.length });
  };
}

export const brevoConventions: Conventions = {
  find: bySerial,
  missing,
  list: pages(1000),
  added: ({ row }) => ok({ id: row.serial }, 201),
  changed: () => noContent,
};

/** The row with the number in a path. */
export function findBySerial<AnyRow extends Row>(rows: readonly AnyRow[], serial: unknown): AnyRow {
  const found = rows.find((row) => `${row.serial}` === `${serial}`);
  return need(found, missing);
}

export function stampsOf({ serial, createdAt, updatedAt }: Row) {
  return { id: serial, createdAt: dateOf(createdAt), modifiedAt: dateOf(updatedAt) };
}

/** A template of another service has no state: it can be used. */
export function isActive({ own }: Template): boolean {
  return flagOf(own['isActive']) ?? own['sender'] === undefined;
}
