import {
  type DoorContext,
  dateOf,
  type Fields,
  type MailStore,
  ok,
  Problem,
  route,
  type Suppression,
  type SuppressionKind,
  suppresses,
} from '../../kit.ts';
import { failure } from './failure.ts';
import { email, flag, isEmailAddress, oneOf, readBody, readShape, text } from './fields.ts';

// docs.useplunk.com, guides, "Recipient suppression".
const kinds = ['ADDRESS', 'DOMAIN', 'PREFIX', 'SUFFIX', 'WILDCARD'] as const;
const shape = { name: text(1, 100), kind: oneOf(kinds), pattern: text(1, 254), enabled: flag };
const maxRules = 100;

/** The suppressions of all mail, as rules: mail to matching addresses is not delivered. */
export function rulesOf({ suppressions }: MailStore): readonly Suppression[] {
  return suppressions.all().filter(({ scope }) => scope === undefined);
}

export function viewRule({ id, email: pattern, kind = 'address', isOff = false, ...row }: Suppression) {
  const name = row.own['name'] ?? row.reason;
  const createdAt = dateOf(row.createdAt);
  return { id, name, kind: kind.toUpperCase(), pattern, enabled: !isOff, createdAt };
}

export function suppressionRoutes({ store }: DoorContext) {
  const { suppressions, now } = store;
  return [
    route('GET', '/suppressions', () => ok(rulesOf(store).map(viewRule))),
    route('POST', '/suppressions', (request) => {
      const rule = readRule(readBody(request));
      if (rulesOf(store).filter(({ own }) => own['name']).length >= maxRules)
        throw failure(400, 'Maximum 100 suppression rules per project', { code: 'BAD_REQUEST' });
      return ok(viewRule(suppressions.add(rule)), 201);
    }),
    route('POST', '/suppressions/preview', (request) => {
      const { address: recipient = '' } = readShape(readBody(request), { address: email }, ['address']);
      const rule = rulesOf(store).find((row) => suppresses(row, recipient, undefined));
      if (rule === undefined) return ok({ suppressed: false, match: null });
      const { id: ruleId, name, kind, pattern } = viewRule(rule);
      const match = { ruleId, name, kind, pattern, recipient, matchedAt: dateOf(now()) };
      return ok({ suppressed: true, match });
    }),
    route('PUT', '/suppressions/:id', (request, { id = '' }) => {
      if (suppressions.get(id) === undefined) throw failure(404, 'Suppression rule not found');
      suppressions.update(id, readRule(readBody(request)));
      return ok({ success: true });
    }),
  ];
}

/** @throws {Problem} 400, because these routes name no fields */
function readRule(body: Fields) {
  const unknown = Object.keys(body).filter((field) => !Object.hasOwn(shape, field));
  try {
    const rule = readShape(body, shape, ['name', 'kind', 'pattern'], (report) => {
      for (const field of unknown) report({ field, message: 'Unrecognized key', code: 'unrecognized_keys' });
    });
    const pattern = (rule.pattern ?? '').trim().toLowerCase();
    const kind = (rule.kind ?? 'ADDRESS').toLowerCase() as SuppressionKind;
    if (kind === 'address' && !isEmailAddress(pattern)) throw failure(400, 'Invalid pattern');
    const own = { name: rule.name };
    return { email: pattern, reason: 'manual' as const, kind, isOff: rule.enabled === false, own };
  } catch (error) {
    if (!Problem.isInstance(error)) throw error;
    throw failure(400, 'Invalid rule', { code: 'BAD_REQUEST' });
  }
}
