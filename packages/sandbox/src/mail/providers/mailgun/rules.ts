import {
  type DoorContext,
  need,
  ok,
  type Row,
  readForm,
  route,
  type SandboxRequest,
  typedRows,
} from '../../kit.ts';
import { dateOf, pageOf, stop } from './wire.ts';

/** A rule for received mail. The sandbox receives none, so that no rule ever applies. */
interface Rule {
  readonly actions: readonly string[];
  readonly description: string;
  readonly expression: string;
  readonly priority: number;
}

export function ruleRoutes({ store }: DoorContext) {
  const rules = typedRows<Rule>(store, 'mailgun routes');
  const find = (id = '') => need(rules.get(id), () => stop(404, 'Route not found'));
  const view = ({ actions, description, expression, priority, id, createdAt }: Rule & Row) => {
    return { actions, description, expression, priority, id, created_at: dateOf(createdAt) };
  };
  const sorted = () => rules.all().toSorted((one, other) => one.priority - other.priority);
  return [
    route('GET', '/v3/routes', ({ query }) => ok(pageOf(sorted().map(view), query))),
    route('POST', '/v3/routes', async (request) => {
      const given = await readRule(request);
      if (given.expression === undefined) throw stop(400, "Parameter 'expression' is missing");
      const { expression } = given;
      const rule = { priority: 0, description: '', actions: [], ...given, expression };
      return ok({ message: 'Route has been created', route: view(rules.add(rule)) });
    }),
    route('GET', '/v3/routes/match', ({ query }) => {
      const address = query.get('address') ?? '';
      const found = sorted().find(({ expression }) => matches(expression, address));
      return ok({ route: view(need(found, () => stop(404, 'Route not found'))) });
    }),
    route('GET', '/v3/routes/:id', (_request, { id }) => ok({ route: view(find(id)) })),
    route('PUT', '/v3/routes/:id', async (request, { id }) => {
      const old = find(id);
      const changed = rules.update(old.id, await readRule(request)) ?? old;
      return ok({ message: 'Route has been updated', ...view(changed) });
    }),
    route('DELETE', '/v3/routes/:id', (_request, { id = '' }) => {
      rules.delete(find(id).id);
      return ok({ message: 'Route has been deleted', id });
    }),
  ];
}

async function readRule(request: SandboxRequest): Promise<Partial<Rule>> {
  const { values } = await readForm(request);
  const [description] = values.get('description') ?? [];
  const [expression] = values.get('expression') ?? [];
  const [priority] = values.get('priority') ?? [];
  const actions = values.get('action');
  return {
    ...(description !== undefined && { description }),
    ...(expression !== undefined && { expression }),
    ...(priority !== undefined && { priority: Number(priority) || 0 }),
    ...(actions !== undefined && { actions }),
  };
}

/** `match_recipient("a@b.c")` by the text of the address; patterns are not read. */
function matches(expression: string, address: string): boolean {
  const [, recipient] = /^match_recipient\(\s*["']([^"']*)["']\s*\)$/.exec(expression) ?? [];
  return recipient === address || expression === 'catch_all()';
}
