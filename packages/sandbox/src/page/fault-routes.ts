import type { AnyFault } from '../faults/fault.ts';
import type { FaultList } from '../faults/fault-list.ts';
import { type Route, route } from '../http/router.ts';

/** The routes of the faults view, also for other programs. */
export function faultRoutes(faults: FaultList): readonly Route[] {
  return [
    route('GET', '/api/faults', () => ({ status: 200, json: { faults: faults.list().map(show) } })),
    route('POST', '/api/faults', (request) => {
      const body = request.json();
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return { status: 400, json: { error: 'The body must be a fault: a JSON object.' } };
      try {
        return { status: 201, json: { id: faults.add(body as AnyFault) } };
      } catch (error) {
        return { status: 400, json: { error: error instanceof Error ? error.message : String(error) } };
      }
    }),
    route('DELETE', '/api/faults', () => {
      faults.clear();
      return { status: 204 };
    }),
    route('DELETE', '/api/faults/:id', (_, { id = '' }) =>
      faults.remove(id) ? { status: 204 } : { status: 404, json: { error: 'Fault not found' } },
    ),
  ];
}

/** A fault as JSON: a regular expression is shown as text. */
function show({ id, fault, hits }: ReturnType<FaultList['list']>[number]) {
  const plain = JSON.stringify(fault, (_, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  );
  return { id, hits, fault: JSON.parse(plain) as unknown };
}
