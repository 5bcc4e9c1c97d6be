// The template language of several services: Handlebars' values and its own blocks (`if`, `unless`, `each`,
// `with`), and the sections of Mustache. Helpers of a service stay as they are written.
import { StoreFull } from '../../table.ts';
import { type Fields, fieldsOf } from './fields.ts';

const most = { length: 16 * 1024 * 1024, steps: 1_000_000, depth: 50 };

type Node =
  | string
  | { readonly path: string; readonly isRaw: boolean }
  | { readonly kind: string; readonly path: string; readonly body: Node[]; readonly otherwise: Node[] };

/** A block whose end was not reached yet. */
interface OpenBlock {
  readonly source: string;
  readonly kind: string;
  readonly path: string;
  readonly body: Node[];
  otherwise: Node[] | undefined;
}

const tag = /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}/g;
const pathForm = /^(?:\.\.\/)*(?:\.|@?[\w-]+(?:[./][\w-]+)*)$/;
const blockForm = /^(?:(if|unless|each|with)\s+)?(\S+)$/;

/** The parts of a template. A tag without its other half, and an unknown one, is text. */
function parse(template: string): readonly Node[] {
  const root: OpenBlock = { source: '', kind: '', path: '', body: [], otherwise: undefined };
  const open = [root];
  const top = (): OpenBlock => open.at(-1) ?? root;
  const put = (...nodes: readonly Node[]): void => {
    const { body, otherwise } = top();
    for (const node of nodes) (otherwise ?? body).push(node);
  };
  let at = 0;
  for (const match of template.matchAll(tag)) {
    const [source, raw, inner = ''] = match;
    const trimmed = inner.trim().replace(/^~|~$/g, '').trim();
    const sign = /^[#/^&!]/.exec(trimmed)?.[0] ?? '';
    const expression = trimmed.slice(sign.length).trim();
    put(template.slice(at, match.index));
    at = match.index + source.length;
    const [, kind, path = ''] = blockForm.exec(expression) ?? [];
    const { kind: openKind, path: openPath, body, otherwise = [] } = top();
    if (raw !== undefined || sign === '&') {
      const name = raw?.trim() ?? expression;
      put(pathForm.test(name) ? { path: name, isRaw: true } : source);
    } else if ((expression === 'else' && sign === '') || (expression === '' && sign === '^')) {
      if (open.length > 1) top().otherwise ??= [];
    } else if ((sign === '#' || sign === '^') && pathForm.test(path)) {
      if (open.length > most.depth) throw new StoreFull('The template is nested too deeply.');
      open.push({
        source,
        kind: sign === '^' ? 'unless' : (kind ?? ''),
        path,
        body: [],
        otherwise: undefined,
      });
    } else if (sign === '/' && open.length > 1 && [openKind, openPath].includes(expression)) {
      open.pop();
      put({ kind: openKind, path: openPath, body, otherwise });
    } else if (sign === '' && pathForm.test(expression)) put({ path: expression, isRaw: false });
    else if (sign !== '!') put(source);
  }
  put(template.slice(at));
  while (open.length > 1) {
    const { source, body, otherwise = [] } = open.pop() ?? root;
    put(source, ...body, ...otherwise);
  }
  return root.body;
}

/** The values around a part: `this`, those of the blocks outside, and `@index` and the like. */
interface Scope {
  readonly value: unknown;
  readonly outer: Scope | undefined;
  readonly data: Fields;
}

function lookUp(path: string, scope: Scope, root: unknown): unknown {
  let [at, rest] = [scope, path];
  for (; rest.startsWith('../'); rest = rest.slice(3)) at = at.outer ?? at;
  const [first = '', ...names] = rest.split(/[./]/).filter((name) => name !== '');
  const step = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Fields)[name]
      : undefined;
  let start = step(at.value, first);
  if (first === '' || first === 'this') start = at.value;
  else if (first === '@root') start = root;
  else if (first.startsWith('@')) start = at.data[first];
  return names.reduce(step, start);
}

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

const entities = new Map(Object.entries({ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#x27' }));
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&${entities.get(char)};`);

/**
 * Fills a template. `{{name}}` is escaped where `isHtml`, and `{{{name}}}` never.
 *
 * @throws {StoreFull} for a result above 16 MiB, too many steps, or blocks nested too deeply
 */
export function renderHandlebars(
  template: string | undefined,
  values: Fields,
  isHtml: boolean,
): string | undefined {
  if (template === undefined) return undefined;
  const parts: string[] = [];
  let [length, steps] = [0, 0];
  const write = (text: string): void => {
    length += text.length;
    if (length > most.length) throw new StoreFull('The filled template is too large.');
    parts.push(text);
  };
  const writeAll = (nodes: readonly Node[], scope: Scope): void => {
    for (const node of nodes) {
      steps += 1;
      if (steps > most.steps) throw new StoreFull('The template has too many steps.');
      if (typeof node === 'string') write(node);
      else writeNode(node, scope);
    }
  };
  const writeNode = (node: Exclude<Node, string>, scope: Scope): void => {
    const value = lookUp(node.path, scope, values);
    if ('isRaw' in node) {
      const text = String(value ?? '');
      write(isHtml && !node.isRaw ? escapeHtml(text) : text);
      return;
    }
    const { kind, body, otherwise } = node;
    const isList = kind === 'each' || (kind === '' && Array.isArray(value));
    if (isEmpty(value) !== (kind === 'unless')) writeAll(otherwise, scope);
    else if (isList) writeEach(body, value, scope);
    else if (kind === 'with' || (kind === '' && typeof value === 'object'))
      writeAll(body, { value, outer: scope, data: scope.data });
    else writeAll(body, scope);
  };
  const writeEach = (body: readonly Node[], list: unknown, outer: Scope): void => {
    const entries = Object.entries(Array.isArray(list) ? list : fieldsOf(list));
    for (const [index, [key, value]] of entries.entries()) {
      const place = { '@first': index === 0, '@last': index === entries.length - 1 };
      writeAll(body, { value, outer, data: { '@index': index, '@key': key, ...place } });
    }
  };
  writeAll(parse(template), { value: values, outer: undefined, data: {} });
  return parts.join('');
}
