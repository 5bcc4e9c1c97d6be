import { existsSync, readFileSync } from 'node:fs';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import { parse as parseYaml } from 'yaml';
import { sharedFolder } from './shared-folder.ts';

/** The providers' own API descriptions, beside this repository where somebody keeps them. */
const folder = sharedFolder('contracts');

/** Are these descriptions there? */
export function hasDescriptions(files: readonly string[]): boolean {
  return files.every((file) => existsSync(folder + file));
}

/** An API description as it is. */
export function readDescription(file: string): unknown {
  const text = readFileSync(folder + file, 'utf8');
  return file.endsWith('.json') ? JSON.parse(text) : parseYaml(text);
}

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  /** The path below the base URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: string;
}

interface Schema {
  [keyword: string]: unknown;
}

interface Description {
  readonly swagger?: string;
  readonly basePath?: string;
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface DescribedCall {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

/** Finds what in a request contradicts the provider's API descriptions. */
export type Checker = (request: SentRequest) => readonly string[];

/**
 * Reads API descriptions, OpenAPI 3 or Swagger 2. A field that a description does not have is a problem, too:
 * services drop unknown fields silently.
 */
export function createChecker(files: readonly string[]): Checker {
  const calls = files.flatMap((file) => callsOf(readDescription(file) as Description));
  return (request) => {
    const found = calls.filter(
      ({ method, pattern }) => method === request.method && pattern.test(request.path),
    );
    // `/templates/{id}` also matches `/templates/batch`: the most literal path is meant.
    const [call] = found.toSorted((one, other) => one.parameterCount - other.parameterCount);
    if (call === undefined) return ['no such method and path'];
    return [...findUnknownParameters(call, request), ...findBodyProblems(call, request)];
  };
}

interface Call {
  readonly method: string;
  readonly pattern: RegExp;
  readonly parameterCount: number;
  readonly queryNames: readonly string[];
  readonly requiredNames: readonly string[];
  /** Compiled for the first request: most calls of a description have none. */
  readonly validate: () => ValidateFunction | undefined;
}

function callsOf(description: Description): Call[] {
  const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true, discriminator: false });
  const whole = closed(description) as unknown as Description;
  ajv.addSchema(whole, 'api');
  const prefix = prefixOf(description);
  return Object.entries(whole.paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) => {
      const call = item[method];
      if (call === undefined) return [];
      const shared = (item['parameters'] ?? []) as unknown as NonNullable<DescribedCall['parameters']>;
      const parameters = [...shared, ...(call.parameters ?? [])].map((given) =>
        resolve<Parameter>(whole, given),
      );
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const schema = bodySchemaOf(call, parameters, whole);
      return {
        method: method.toUpperCase(),
        pattern: patternOf(prefix + path),
        parameterCount: path.split('{').length,
        queryNames: query.map(({ name }) => name),
        requiredNames: query.filter(({ required }) => required === true).map(({ name }) => name),
        validate: firstUse(() => schema && ajv.compile(schema)),
      };
    }),
  );
}

function firstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function prefixOf({ basePath, servers }: Description): string {
  if (basePath !== undefined) return basePath.replace(/\/$/, '');
  const [server] = servers ?? [];
  if (server === undefined || !URL.canParse(server.url)) return '';
  return new URL(server.url).pathname.replace(/\/$/, '');
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`);
}

function bodySchemaOf(
  { requestBody }: DescribedCall,
  parameters: readonly Parameter[],
  whole: Description,
): Schema | undefined {
  const body = requestBody && resolve<NonNullable<DescribedCall['requestBody']>>(whole, requestBody);
  const json = Object.entries(body?.content ?? {}).find(([type]) => type.includes('json'))?.[1];
  return json?.schema ?? parameters.find((parameter) => parameter.in === 'body')?.schema;
}

function resolve<Value>(whole: Description, given: unknown): Value {
  const reference = (given as { readonly $ref?: string }).$ref;
  if (reference === undefined) return given as Value;
  return reference
    .replace(/^api#\//, '')
    .split('/')
    .reduce<unknown>((value, name) => Reflect.get(value as object, name), whole) as Value;
}

/**
 * A copy in which no object takes fields that it does not declare, `nullable` has its meaning, and references
 * are to the description as a whole.
 */
function closed(value: unknown, isPart = false): Schema {
  if (Array.isArray(value)) return value.map((item) => closed(item, isPart)) as unknown as Schema;
  if (typeof value !== 'object' || value === null) return value as unknown as Schema;
  const copy: Schema = {};
  for (const [key, item] of Object.entries(value)) {
    if (['example', 'examples', 'default', 'enum'].includes(key)) copy[key] = item;
    else if (key === '$ref' && typeof item === 'string') copy[key] = `api${item}`;
    else copy[key] = closed(item, ['allOf', 'anyOf', 'oneOf'].includes(key));
  }
  const hasFields = copy['properties'] !== undefined || copy['allOf'] !== undefined;
  if (hasFields && !isPart && copy['additionalProperties'] === undefined)
    copy['unevaluatedProperties'] = false;
  if (copy['additionalProperties'] === false && isPart) Reflect.deleteProperty(copy, 'additionalProperties');
  if (copy['nullable'] === true && typeof copy['type'] === 'string') copy['type'] = [copy['type'], 'null'];
  return copy;
}

function findUnknownParameters({ queryNames, requiredNames }: Call, { query }: SentRequest): string[] {
  const plain = (name: string) => name.replace(/\[\]$/, '');
  const sent = [...query.keys()].map(plain);
  const known = queryNames.map(plain);
  return [
    ...sent.filter((name) => !known.includes(name)).map((name) => `no such parameter: ${name}`),
    ...requiredNames.filter((name) => !query.has(name)).map((name) => `a missing parameter: ${name}`),
  ];
}

function findBodyProblems({ validate }: Call, { body, contentType }: SentRequest): string[] {
  if (body === '') return [];
  if (contentType?.includes('json') !== true) return [];
  const isValid = validate();
  if (isValid === undefined) return ['a body, and the call has none'];
  if (isValid(JSON.parse(body))) return [];
  return (isValid.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
  );
}
