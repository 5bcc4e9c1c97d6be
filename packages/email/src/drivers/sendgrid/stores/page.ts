import { jsonSchema, type Page } from '../../../driver.ts';
import * as z from '../../../wire/schema.ts';

/** A page of a list. The address of the next one has its cursor: `…?page_size=10&page_token=abc`. */
export function pageOf<Wire, Item>(item: z.ZodMiniType<Wire>, map: (wire: Wire) => Item) {
  const page = z.object({
    result: z.array(item),
    _metadata: z.nullish(z.object({ next: z.optionalText() })),
  });
  return jsonSchema(page, ({ result, _metadata }): Page<Item> => {
    const next = _metadata?.next ?? '';
    const token = URL.canParse(next) && new URL(next).searchParams.get('page_token');
    return { items: result.map(map), nextCursor: token || undefined };
  });
}
