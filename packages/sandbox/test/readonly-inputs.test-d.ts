import type * as core from '@org/core';
import type * as email from '@org/email';
import type * as inbound from '@org/email/inbound';
import type * as mime from '@org/email/mime';
import type * as realtime from '@org/realtime';
import type * as server from '@org/realtime/server';
import type * as routing from '@org/routing';
import type * as files from '@org/routing/files';
import type * as picture from '@org/routing/picture';
import type * as results from '@org/routing/results';
import type * as sandbox from '@org/sandbox';
import { expectTypeOf, test } from 'vitest';

type AnyFunction = (...given: never[]) => unknown;
type Unchangeable<Value> = Value extends AnyFunction | Uint8Array | Date
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchangeable<Value[Key]> }
    : Value;

/** The functions that refuse a list or a tuple in their arguments because it is `readonly`. */
type Refusing<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...given: infer Given) => unknown
    ? Unchangeable<Given> extends Readonly<Given>
      ? never
      : Name
    : never;
}[keyof Functions];

test('no function wants a list or a tuple that can be changed', () => {
  expectTypeOf<Refusing<{ wrong: (lines: [number, number][]) => void }>>().toEqualTypeOf<'wrong'>();
  expectTypeOf<Refusing<typeof core>>().toEqualTypeOf<'defineOperation'>();
  expectTypeOf<Refusing<typeof email>>().toBeNever();
  expectTypeOf<Refusing<typeof inbound>>().toBeNever();
  expectTypeOf<Refusing<typeof mime>>().toBeNever();
  expectTypeOf<Refusing<typeof realtime>>().toEqualTypeOf<'webSocket'>();
  expectTypeOf<Refusing<typeof server>>().toBeNever();
  expectTypeOf<Refusing<typeof routing>>().toBeNever();
  expectTypeOf<Refusing<typeof files>>().toBeNever();
  expectTypeOf<Refusing<typeof picture>>().toBeNever();
  expectTypeOf<Refusing<typeof results>>().toBeNever();
  expectTypeOf<Refusing<typeof sandbox>>().toBeNever();
  expectTypeOf<Refusing<realtime.RealtimeClient & realtime.Channel>>().toBeNever();
  expectTypeOf<Refusing<sandbox.Sandbox>>().toBeNever();
});
