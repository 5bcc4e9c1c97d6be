import {
  type DoorContext,
  type Fields,
  fieldsOf,
  itemsOf,
  type MailStore,
  route,
  typedRows,
} from '../../kit.ts';
import { ok } from './wire.ts';

/** Tags of a resource, under the last part of its ARN: `identity/acme.dev`. */
export function tagBook(store: MailStore) {
  const rows = typedRows<{ readonly tags: readonly Fields[] }>(store, 'ses tags');
  const get = (name: string): readonly Fields[] => rows.get(name)?.tags ?? [];
  const put = (name: string, given: unknown): void => {
    const added = itemsOf(given);
    const kept = get(name).filter(({ Key }) => !added.some((tag) => tag['Key'] === Key));
    const tags = [...kept, ...added];
    if (rows.update(name, { tags }) === undefined && tags.length > 0) rows.add({ tags }, name);
  };
  return {
    get,
    put,
    remove: (name: string, keys: readonly string[]): void => {
      rows.update(name, { tags: get(name).filter(({ Key }) => !keys.includes(String(Key))) });
    },
    drop: (name: string) => rows.delete(name),
  };
}

/** `identity/acme.dev` of `arn:aws:ses:us-east-1:000000000000:identity/acme.dev`. */
const nameOf = (arn: unknown): string => String(arn).split(':').slice(5).join(':');

export function tagRoutes({ store }: DoorContext) {
  const book = tagBook(store);
  return [
    route('POST', '/v2/email/tags', (request) => {
      const { ResourceArn, Tags } = fieldsOf(request.json());
      book.put(nameOf(ResourceArn), Tags);
      return ok();
    }),
    route('GET', '/v2/email/tags', ({ query }) => ok({ Tags: book.get(nameOf(query.get('ResourceArn'))) })),
    route('DELETE', '/v2/email/tags', ({ query }) => {
      book.remove(nameOf(query.get('ResourceArn')), query.getAll('TagKeys'));
      return ok();
    }),
  ];
}
