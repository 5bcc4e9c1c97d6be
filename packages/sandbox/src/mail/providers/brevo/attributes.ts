import {
  type DoorContext,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  listOf,
  need,
  noContent,
  ok,
  route,
  textOf,
} from '../../kit.ts';
import { missing, refuse } from './wire.ts';

const categories = ['normal', 'transactional', 'category', 'calculated', 'global'];

export function attributeRoutes({ store: { properties } }: DoorContext) {
  const path = '/contacts/attributes';
  const find = (name = '') => properties.find((row) => row.name === name);
  const keep = ({ type: _, isRecurring, ...own }: Fields): Fields => ({
    ...own,
    ...(flagOf(isRecurring) !== undefined && { isRecurring }),
  });
  return [
    route('GET', path, () => {
      const attributes = properties
        .all()
        .map(({ name, type, own }) => ({ name, category: 'normal', type, ...own }));
      return ok({ attributes });
    }),
    route('DELETE', `${path}/:type/:name/:option`, (_request, { name, option }) => {
      const { id, own } = need(find(name), missing);
      const options = listOf(own['multiCategoryOptions']);
      if (!options.includes(option)) throw missing();
      properties.update(id, {
        own: { ...own, multiCategoryOptions: options.filter((each) => each !== option) },
      });
      return noContent;
    }),
    route('POST', `${path}/:category/:name`, (request, { category = '', name = '' }) => {
      if (!categories.includes(category)) throw refuse('invalid_parameter', 'Invalid attribute category');
      if (find(name) !== undefined) throw refuse('duplicate_parameter', 'Attribute name must be unique');
      const body = fieldsOf(request.json());
      const type = textOf(body['type']) ?? (category === 'category' ? 'category' : 'text');
      properties.add({ name, type, own: { ...keep(body), category } });
      return { status: 201 };
    }),
    route('PUT', `${path}/:category/:name`, (request, { name }) => {
      const { id, own } = need(find(name), missing);
      const change = keep(fieldsOf(request.json()));
      const enumeration =
        change['enumeration'] === undefined ? {} : { enumeration: itemsOf(change['enumeration']) };
      properties.update(id, { own: { ...own, ...change, ...enumeration } });
      return noContent;
    }),
    route('DELETE', `${path}/:category/:name`, (_request, { name }) => {
      if (!properties.delete(find(name)?.id ?? '')) throw missing();
      return noContent;
    }),
  ];
}
