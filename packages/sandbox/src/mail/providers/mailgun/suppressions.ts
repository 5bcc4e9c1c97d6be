import { type Route, route } from '../../../http/router.ts';
import type { Suppression } from '../../store/mail-store.ts';
import { suppressionBook } from '../books.ts';
import type { DoorContext } from '../door.ts';
import { fieldsOf, itemsOf, textOf } from '../fields.ts';
import { dateOf, ok, pageOf, readFields, stop } from './wire.ts';

const reasons = { bounces: 'bounce', unsubscribes: 'unsubscribe', complaints: 'complaint' } as const;

export function suppressionRoutes({ store, url }: DoorContext): readonly Route[] {
  const book = suppressionBook(store);
  const view = ({ email, own, createdAt }: Suppression) => ({
    address: email,
    tag: own['tag'] ?? '*',
    created_at: dateOf(createdAt),
  });
  return Object.entries(reasons).flatMap(([list, reason]) => {
    const path = `/v3/:domain/${list}`;
    const own = (email?: string) => book.list({ reason, scope: null, email });
    const missing = () => stop(404, `Address not found in ${list} table`);
    return [
      route('GET', path, (request, { domain }) =>
        pageOf(request, `${url()}/v3/${domain}/${list}`, own().map(view)),
      ),
      route('POST', path, async (request) => {
        const isJson = /^application\/json/.test(request.headers['content-type'] ?? '');
        const rows = isJson ? itemsOf(request.json()) : [await readFields(request)];
        for (const { address, tag } of rows)
          book.add(textOf(address) ?? '', reason, undefined, fieldsOf({ tag }));
        const message = `Address has been added to the ${list} table`;
        return ok(isJson ? { message } : { message, address: rows[0]?.['address'] });
      }),
      route('GET', `${path}/:address`, (_request, { address }) => {
        const [found] = own(address);
        if (found === undefined) throw missing();
        return ok(view(found));
      }),
      route('DELETE', `${path}/:address`, (_request, { address }) => {
        if (!book.remove({ email: address, reason, scope: null })) throw missing();
        return ok({ message: 'Suppressed address has been removed', address });
      }),
    ];
  });
}
