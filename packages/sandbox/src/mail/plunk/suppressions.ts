import { randomUUID } from 'node:crypto';
import type { SandboxRequest } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import { PlunkFailure } from './failure.ts';
import { createFieldReader, isEmailAddress } from './fields.ts';
import { readFields } from './json-body.ts';

// docs.useplunk.com, guides, "Recipient suppression".
const kinds = ['ADDRESS', 'DOMAIN', 'PREFIX', 'SUFFIX', 'WILDCARD'] as const;

/** A rule: mail to matching addresses is not delivered. */
export interface SuppressionRule {
  readonly id: string;
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly pattern: string;
  readonly enabled: boolean;
  readonly createdAt: string;
}

/** The suppression rules of the project. */
export interface SuppressionRules {
  /** The first rule, in order of creation, that matches an address. */
  match(address: string): SuppressionRule | undefined;
  /** In order of creation. */
  all(): readonly SuppressionRule[];
  readonly routes: readonly Route[];
}

const maxRules = 100;

/** No rules yet. */
export function createSuppressionRules(now: () => number): SuppressionRules {
  const byId = new Map<string, SuppressionRule>();
  const match = (address: string): SuppressionRule | undefined =>
    [...byId.values()].find((rule) => rule.enabled && matches(rule, address.toLowerCase()));

  return {
    match,
    all: () => [...byId.values()],
    routes: [
      route('GET', '/suppressions', () => ({ status: 200, json: [...byId.values()] })),
      route('POST', '/suppressions', (request) => {
        const content = readRule(request);
        if (byId.size >= maxRules)
          throw new PlunkFailure(400, 'Maximum 100 suppression rules per project', { code: 'BAD_REQUEST' });
        const rule = { id: randomUUID(), ...content, createdAt: new Date(now()).toISOString() };
        byId.set(rule.id, rule);
        return { status: 201, json: rule };
      }),
      route('POST', '/suppressions/preview', (request) => {
        const reader = createFieldReader();
        const address = reader.email('address', readFields(request)['address']) ?? '';
        reader.finish();
        const found = match(address);
        if (found === undefined) return { status: 200, json: { suppressed: false, match: null } };
        const { id: ruleId, name, kind, pattern } = found;
        const matchedAt = new Date(now()).toISOString();
        const json = {
          suppressed: true,
          match: { ruleId, name, kind, pattern, recipient: address, matchedAt },
        };
        return { status: 200, json };
      }),
      route('PUT', '/suppressions/:id', (request, { id = '' }) => {
        const rule = byId.get(id);
        if (rule === undefined) throw new PlunkFailure(404, 'Suppression rule not found');
        byId.set(id, { ...rule, ...readRule(request) });
        return { status: 200, json: { success: true } };
      }),
    ],
  };
}

function readRule(request: SandboxRequest): Pick<SuppressionRule, 'name' | 'kind' | 'pattern' | 'enabled'> {
  const { name, kind, pattern, enabled = true, ...unknown } = readFields(request);
  const reader = createFieldReader();
  const rule = {
    name: reader.text('name', name, { minLength: 1, maxLength: 100 }) ?? '',
    kind: reader.oneOf('kind', kind, kinds) ?? 'ADDRESS',
    pattern: (reader.text('pattern', pattern, { minLength: 1, maxLength: 254 }) ?? '').trim().toLowerCase(),
    enabled: reader.flag('enabled', enabled) ?? true,
  };
  const isFine = rule.kind !== 'ADDRESS' || isEmailAddress(rule.pattern);
  if (!isFine)
    reader.report({ field: 'pattern', message: 'Invalid pattern for this rule type', code: 'custom' });
  for (const field of Object.keys(unknown))
    reader.report({ field, message: 'Unrecognized key', code: 'unrecognized_keys' });
  try {
    reader.finish();
  } catch {
    // These routes answer with the first problem only.
    throw new PlunkFailure(400, 'Invalid rule', { code: 'BAD_REQUEST' });
  }
  return rule;
}

function matches({ kind, pattern }: SuppressionRule, address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (kind === 'ADDRESS') return address === pattern;
  if (kind === 'DOMAIN') return address.slice(at + 1) === pattern;
  if (kind === 'PREFIX') return local.startsWith(pattern);
  if (kind === 'SUFFIX') return local.endsWith(pattern);
  return matchesWildcard(pattern, address);
}

/** `*` is any text, `?` one character. After a mismatch, the last `*` takes one character more. */
function matchesWildcard(pattern: string, text: string): boolean {
  let [at, position, star, retry] = [0, 0, -1, 0];
  while (position < text.length) {
    if (pattern[at] === '*') {
      star = at;
      retry = position;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      retry += 1;
      position = retry;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
