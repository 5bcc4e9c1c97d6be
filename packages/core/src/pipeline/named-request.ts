import type { OrgErrorFields } from '../errors/org-error.ts';
import type { Call } from './call.ts';

/** The HTTP request of a call, as its errors name it. */
export interface NamedRequest {
  readonly fields: Pick<OrgErrorFields, 'method' | 'host' | 'pathTemplate'>;
  /** `GET api.acme.dev/v1/things/{id}: `, or nothing where there is no HTTP. */
  readonly prefix: string;
  /** The outside values in the path, which the template hides. */
  readonly hidden: readonly string[];
}

export function namedRequest({ http }: Call, clean: (text: string) => string): NamedRequest {
  if (http === undefined) return { fields: {}, prefix: '', hidden: [] };
  const { method, url, template } = http;
  const host = clean(url.host);
  const pathTemplate = clean(template ?? url.pathname);
  return {
    fields: { method, host, pathTemplate },
    prefix: `${method} ${host}${pathTemplate}: `,
    hidden: template === undefined ? [] : outsideValues(url.pathname, template),
  };
}

function outsideValues(path: string, template: string): readonly string[] {
  const names = template.split('/');
  const values = path.split('/').filter((part, index) => part !== names[index]);
  return values.flatMap((value) => [value, decoded(value)]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
