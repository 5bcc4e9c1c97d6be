import type { RequestOptions } from '@org/core';
import { type Driver, type OperationTypes, realWork } from '@org/core/driver';
import { isUuid } from './options.ts';

/** Brevo's keys are UUIDs: replaces the caller's other keys, each by one UUID that is made from it. */
export function withUuidKeys<Operations extends OperationTypes, Capabilities>(
  driver: Driver<Operations, Capabilities>,
): Driver<Operations, Capabilities> {
  return {
    ...driver,
    open(options) {
      const session = driver.open(options);
      const withUuid = async <Options extends RequestOptions>(given: Options): Promise<Options> => {
        const { idempotencyKey: key } = given;
        if (typeof key !== 'string' || key === '' || isUuid(key)) return given;
        return { ...given, idempotencyKey: await realWork.run(() => uuidOf(key)) };
      };
      const { compose } = session;
      return {
        ...session,
        execute: async (name, input, given = {}) => session.execute(name, input, await withUuid(given)),
        compose:
          compose &&
          ((call, given, run) =>
            compose(call, given, (context) =>
              run({
                ...context,
                execute: async (name, input, own = {}) => context.execute(name, input, await withUuid(own)),
              }),
            )),
      };
    },
  };
}

/** In the form of version 4, which Brevo's changelog recommends. */
async function uuidOf(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const bytes = new Uint8Array(hash, 0, 16);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
