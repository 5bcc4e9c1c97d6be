import { type FieldError, invalidFields } from './failure.ts';

/** The rules of a text. */
export interface TextRule {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A forbidden pattern, with its error message. */
  readonly forbidden?: { readonly pattern: RegExp; readonly message: string };
}

/**
 * Reads the fields of a JSON body and collects the errors, in the words and codes of Plunk's validator. Every
 * `read` returns `undefined` for an absent or invalid field.
 */
export interface FieldReader {
  /** `required` reports an absent field. */
  text(field: string, value: unknown, rule?: TextRule): string | undefined;
  email(field: string, value: unknown): string | undefined;
  flag(field: string, value: unknown): boolean | undefined;
  list(field: string, value: unknown, maxLength: number): readonly unknown[] | undefined;
  record(field: string, value: unknown): Readonly<Record<string, unknown>> | undefined;
  oneOf<T extends string>(field: string, value: unknown, allowed: readonly T[]): T | undefined;
  uuid(field: string, value: unknown): string | undefined;
  report(error: FieldError): void;
  /** @throws {PlunkFailure} 422 after any error */
  finish(): void;
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Addresses that Plunk accepts: ASCII, a domain with a dot, no quotes. */
export function isEmailAddress(value: string): boolean {
  if (value.length > 320) return false;
  const [local = '', domain = '', ...rest] = value.split('@');
  return (
    rest.length === 0 &&
    /^[a-z0-9_'+.-]*[a-z0-9_+-]$/i.test(local) &&
    !local.startsWith('.') &&
    !local.includes('..') &&
    /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)*\.[a-z]{2,}$/i.test(domain)
  );
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function createFieldReader(): FieldReader {
  const errors: FieldError[] = [];
  const report = (error: FieldError): void => void errors.push(error);

  const isTyped = (field: string, value: unknown, expected: string): boolean => {
    const received = typeName(value);
    if (received === expected) return true;
    const message = received === 'undefined' ? 'Required' : `Expected ${expected}, received ${received}`;
    report({ field, message, code: 'invalid_type', received });
    return false;
  };

  const text = (field: string, value: unknown, rule: TextRule = {}): string | undefined => {
    if (!isTyped(field, value, 'string')) return undefined;
    const given = value as string;
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, forbidden } = rule;
    if (given.length < minLength) {
      report({ field, message: `String must contain at least ${minLength} character(s)`, code: 'too_small' });
    } else if (given.length > maxLength) {
      report({ field, message: `String must contain at most ${maxLength} character(s)`, code: 'too_big' });
    } else if (forbidden?.pattern.test(given)) {
      report({ field, message: forbidden.message, code: 'invalid_string' });
    } else {
      return given;
    }
    return undefined;
  };

  const shaped = (field: string, value: unknown, isFine: (text: string) => boolean, message: string) => {
    const given = text(field, value);
    if (given === undefined || isFine(given)) return given;
    report({ field, message, code: 'invalid_string' });
    return undefined;
  };

  return {
    text,
    report,
    email: (field, value) => shaped(field, value, isEmailAddress, 'Invalid email'),
    uuid: (field, value) => shaped(field, value, (given) => uuidPattern.test(given), 'Invalid uuid'),
    flag: (field, value) => (isTyped(field, value, 'boolean') ? (value as boolean) : undefined),
    record: (field, value) =>
      isTyped(field, value, 'object') ? (value as Record<string, unknown>) : undefined,
    list: (field, value, maxLength) => {
      if (!isTyped(field, value, 'array')) return undefined;
      const given = value as readonly unknown[];
      if (given.length <= maxLength) return given;
      report({ field, message: `Array must contain at most ${maxLength} element(s)`, code: 'too_big' });
      return undefined;
    },
    oneOf: (field, value, allowed) => {
      const found = allowed.find((option) => option === value);
      if (found === undefined) {
        const expected = allowed.map((option) => `'${option}'`).join(' | ');
        report({ field, message: `Invalid enum value. Expected ${expected}`, code: 'invalid_enum_value' });
      }
      return found;
    },
    finish: () => {
      if (errors.length > 0) throw invalidFields(errors);
    },
  };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
