/** A page, and the URL of the next one: it exists also after the last item. */
export function pageOf(items: readonly object[], query: URLSearchParams, url: string): object {
  const limit = Number(query.get('limit') ?? 100);
  const at = Number(query.get('p') ?? 0);
  const next = `${url}?page=next&p=${at + limit}&limit=${limit}`;
  return { items: items.slice(at, at + limit), paging: { first: url, next, previous: url, last: url } };
}
