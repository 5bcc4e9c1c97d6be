// Credential sources of a program that return or throw what no source may.
import { type CredentialSource, Secret } from '../src/index.ts';

const key = 'key-0b6d91e5f27c4a38';

const returned: readonly (readonly [name: string, result: unknown])[] = [
  ['a string', key],
  ['null', null],
  ['42', 42],
  ['true', true],
  ['a list', [key]],
  ['a function', () => key],
  ['an empty object', {}],
  ['{ value: 1 }', { value: 1 }],
  ['{ secret: string }', { secret: key, source: 'the store' }],
  ['a Secret alone', new Secret(key)],
  ['a Secret of nothing', { secret: new Secret(undefined as never), source: 'the store' }],
  ['a credential without source', { secret: new Secret(key) }],
  ['an end that is a text', { secret: new Secret(key), source: 'the store', expiresAt: '2030-01-01' }],
];

const sourceOf = (load: () => unknown): CredentialSource => ({
  description: 'the store of the test',
  load: load as CredentialSource['load'],
});

export interface WrongSource {
  readonly name: string;
  readonly source: CredentialSource;
}

/** Each result as it is, and in a promise. */
export const wrongReturns: readonly WrongSource[] = returned.flatMap(([name, result]) => [
  { name: `returns ${name}`, source: sourceOf(() => result) },
  { name: `resolves with ${name}`, source: sourceOf(async () => result) },
]);

/** A string alone shows that a reader checks; the other kinds are one check. */
export const returnsString = sourceOf(async () => key);

export const throwing: readonly WrongSource[] = ['a text', undefined, null, 42, {}, new Error('no')].flatMap(
  (thrown) => {
    const name = `${thrown}`;
    const throws = () => {
      throw thrown;
    };
    return [
      { name: `throws ${name}`, source: sourceOf(throws) },
      { name: `rejects with ${name}`, source: sourceOf(async () => throws()) },
    ];
  },
);
