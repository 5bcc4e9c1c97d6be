import { type Route, route } from '../../http/router.ts';
import type { Door } from './door.ts';

/** Routes that answer 501 in the service's form. They stand first: `/logs/metrics` is not a `/logs/:id`. */
export function absentRoutes({ absent = [], name, problem }: Door): readonly Route[] {
  return absent.map(([method, pattern, operation]) =>
    route(method, pattern, () =>
      problem(501, `The sandbox does not have ${operation} of ${name} (${method} ${pattern}).`),
    ),
  );
}
