import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as zod from 'zod/mini';
import * as z from './schema.ts';

/** The same schema in zod's words and in ours. */
interface Both {
  readonly ours: z.Form;
  readonly zods: zod.ZodMiniType;
}

const both = (ours: z.Form, zods: zod.ZodMiniType): Both => ({ ours, zods });
// No inherited name: zod reads those too.
const names = ['a', 'b', 'c', 'length'];
const shapeOf = (of: fc.Arbitrary<Both>) => fc.dictionary(fc.constantFrom(...names), of, { maxKeys: 3 });
const mapOf = <To>(shape: Record<string, Both>, pick: (one: Both) => To) =>
  Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, pick(one)]));
const ours = ({ ours: one }: Both) => one;
const zods = ({ zods: one }: Both) => one;

// A first item that may be missing is not a first item.
const isRequired = ({ zods: first }: Both) => !first.safeParse(undefined).success;

const { schema } = fc.letrec<{ schema: Both }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(
      both(z.string(), zod.string()),
      both(z.number(), zod.number()),
      both(z.boolean(), zod.boolean()),
      both(z.unknown(), zod.unknown()),
      both(z.optionalText(), zod.nullish(zod.string())),
      both(z.enum(['a', 'b']), zod.enum(['a', 'b'])),
    ),
    tie('schema').map((of) => both(z.optional(of.ours), zod.optional(of.zods))),
    tie('schema').map((of) => both(z.nullable(of.ours), zod.nullable(of.zods))),
    tie('schema').map((of) => both(z.nullish(of.ours), zod.nullish(of.zods))),
    tie('schema').map((of) => both(z.array(of.ours), zod.array(of.zods))),
    tie('schema').map((of) => both(z.record(z.string(), of.ours), zod.record(zod.string(), of.zods))),
    fc
      .tuple(tie('schema').filter(isRequired), tie('schema'))
      .map(([first, rest]) => both(z.tuple([first.ours], rest.ours), zod.tuple([first.zods], rest.zods))),
    fc
      .tuple(tie('schema'), tie('schema'))
      .map(([one, other]) => both(z.union([one.ours, other.ours]), zod.union([one.zods, other.zods]))),
    shapeOf(tie('schema')).map((shape) => both(z.object(mapOf(shape, ours)), zod.object(mapOf(shape, zods)))),
    shapeOf(tie('schema')).map((shape) =>
      both(z.looseObject(mapOf(shape, ours)), zod.looseObject(mapOf(shape, zods))),
    ),
  ),
}));

/** JSON that often has the fields of a schema. */
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, true, 0, -1.5, 1e21, '', 'a', 'c'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, '__proto__'), tie('json'), { maxKeys: 4 }),
  ),
}));

const pathsOf = (issues: readonly { readonly path?: readonly unknown[] | undefined }[] = []) =>
  issues.map(({ path }) => JSON.stringify(path)).sort();

describe('a schema for responses', () => {
  it('accepts what zod accepts, with the same value, and refuses at the same places', () => {
    fc.assert(
      fc.property(schema, json, (of, value) => {
        const own = of.ours.safeParse(value);
        const other = of.zods.safeParse(value);
        expect(pathsOf(own.error?.issues)).toEqual(pathsOf(other.error?.issues));
        if (other.success) expect(own.data).toStrictEqual(other.data);
      }),
      { numRuns: 3_000 },
    );
  });

  it('names each place that has another form', () => {
    const form = z.object({ data: z.array(z.object({ id: z.string() })), count: z.number() });
    const read = () => form.parse({ data: [{ id: 'a' }, { id: 1 }], count: '2' });
    expect(read).toThrow(new TypeError('data[1].id is not a text; count is not a number'));
    expect(() => z.object({}).parse([])).toThrow(new TypeError('the body is not an object'));
  });

  it('takes nothing from a polluted prototype', () => {
    Object.defineProperty(Object.prototype, 'id', { value: 'evil', configurable: true });
    try {
      expect(z.object({ id: z.string() }).safeParse({}).error).toBeDefined();
      expect(z.object({ id: z.optional(z.string()) }).safeParse({}).data).not.toHaveProperty(['id'], 'own');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'id');
    }
  });

  it('keeps no key that would be a prototype', () => {
    const body: unknown = JSON.parse('{"__proto__":{"evil":"yes"},"a":"b"}');
    for (const form of [z.record(z.string(), z.unknown()), z.looseObject({})])
      expect(Object.entries(form.parse(body) as object)).toEqual([['a', 'b']]);
  });
});
