import type { HttpRequest, Schema, ServiceResponse } from '@org/core';
import {
  jsonSchema,
  nextOffset,
  offsetOf,
  type Page,
  type Paging,
  type Parser,
  readExactJson,
  readJson,
  readResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

export const provider = 'mailjet';

/** Message ids are beyond 2^53: they stay texts. */
export function exactJson(response: ServiceResponse): unknown {
  return readExactJson(response.text());
}

/** An id: a number, or a text where the number is too long or the service writes it so. */
export const wireId = () => z.union([z.string(), z.number()]);

/** What every resource of the REST API is wrapped in. */
const envelope = <Item extends z.ZodMiniType>(item: Item) => z.object({ Data: z.array(item) });

const anyEnvelope = envelope(z.looseObject({}));

/** Does a response to a write prove that it was done? 304: nothing differed. */
export function provesWrite(response: ServiceResponse): boolean {
  return response.status === 304 || (readJson(anyEnvelope, response.json())?.Data.length ?? 0) > 0;
}

/** The response to a deletion is 204 without a body; the deleted contact is answered. */
export function provesDelete(response: ServiceResponse): boolean {
  return response.status === 204 || provesWrite(response);
}

export function oneOfWire<Wire, Output>(
  item: z.ZodMiniType<Wire>,
  map: (wire: Wire) => Output,
): Schema<Output> {
  const schema = z.object({ Data: z.tuple([item], z.unknown()) });
  return jsonSchema(schema as Parser<{ readonly Data: readonly [Wire, ...unknown[]] }>, ({ Data: [only] }) =>
    map(only),
  );
}

const usualPageSize = 100;
const maxPageSize = 1_000;

const limitOf = ({ pageSize = usualPageSize }: Paging) => Math.min(pageSize, maxPageSize);

/** The cursor is the number of the next item. */
export function getPage(resource: string, filter: Paging, query: HttpRequest['query'] = {}): HttpRequest {
  const paging = {
    Limit: limitOf(filter),
    Offset: filter.cursor === undefined ? undefined : offsetOf(filter.cursor),
  };
  return { method: 'GET', path: `/v3/REST/${resource}`, query: { ...query, ...paging } };
}

/** The decoder of a page: a full one may have a successor, as `Total` counts the page only. */
export function pageOfWire<Wire, Item>(item: z.ZodMiniType<Wire>, map: (wire: Wire) => Item) {
  const schema = envelope(item) as Parser<{ readonly Data: readonly Wire[] }>;
  return (response: ServiceResponse, filter: Paging): Page<Item> => {
    const { Data } = readResponse(provider, schema, response);
    const nextCursor = nextOffset(filter.cursor, Data.length, { pageSize: limitOf(filter) });
    return { items: Data.map(map), nextCursor };
  };
}
