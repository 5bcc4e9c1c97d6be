import {
  type DoorContext,
  type Fields,
  fieldsOf,
  type MailStore,
  need,
  resource,
  route,
  textOf,
  typedRows,
} from '../../kit.ts';
import { tagBook } from './tags.ts';
import { missing, ok, pageOf, sesConventions, stop } from './wire.ts';

/** What was put, in the words of the API v2. */
export interface ConfigurationSet {
  readonly options: Fields;
  /** Event destinations by name. */
  readonly destinations: Readonly<Record<string, Fields>>;
}

/** Sets by name, for both versions of the API. */
export function configurationSets(store: MailStore) {
  const rows = typedRows<ConfigurationSet>(store, 'ses configuration-sets');
  const find = (name: unknown) => need(rows.get(String(name)), missing);
  return {
    ...rows,
    find,
    delete: (id: string): boolean => {
      tagBook(store).drop(`configuration-set/${id}`);
      return rows.delete(id);
    },
    create: (name: unknown, options: Fields): void => {
      if (textOf(name) === undefined) throw stop('BadRequestException', 'ConfigurationSetName is missing');
      if (rows.get(`${name}`)) throw stop('AlreadyExistsException', `Configuration set <${name}> exists.`);
      rows.add({ options, destinations: {} }, `${name}`);
    },
    setOption: (name: unknown, option: string, value: unknown): void => {
      const { id, options } = find(name);
      rows.update(id, { options: { ...options, [option]: value } });
    },
    /** `isNew`: the name must be free; otherwise it must be there. `undefined` removes it. */
    putDestination: (set: unknown, name: unknown, value: Fields | undefined, isNew = false): void => {
      const { id, destinations } = find(set);
      const isKnown = Object.hasOwn(destinations, String(name));
      if (isNew && isKnown) throw stop('AlreadyExistsException', `Event destination <${name}> exists.`);
      if (!isNew && !isKnown) throw missing();
      const { [String(name)]: _old, ...others } = destinations;
      rows.update(id, { destinations: value === undefined ? others : { ...others, [String(name)]: value } });
    },
  };
}

const collection = '/v2/email/configuration-sets';

/** The last part of a path, and the option that it sets. */
const optionPaths = {
  'archiving-options': 'ArchivingOptions',
  'delivery-options': 'DeliveryOptions',
  'reputation-options': 'ReputationOptions',
  sending: 'SendingOptions',
  'suppression-options': 'SuppressionOptions',
  'tracking-options': 'TrackingOptions',
};

export function configurationSetRoutes({ store }: DoorContext) {
  const sets = configurationSets(store);
  const tags = tagBook(store);
  return [
    route('POST', collection, (request) => {
      const { ConfigurationSetName, Tags, ...options } = fieldsOf(request.json());
      sets.create(ConfigurationSetName, options);
      tags.put(`configuration-set/${ConfigurationSetName}`, Tags);
      return ok();
    }),
    route('POST', '/v2/email/list-configuration-sets', (request) => {
      const { PageSize, NextToken, Filter } = fieldsOf(request.json());
      const { Value = '' } = fieldsOf(Filter);
      const names = sets.all().flatMap(({ id }) => (id.includes(`${Value}`) ? [id] : []));
      const { items, ...page } = pageOf(names, PageSize, NextToken);
      return ok({ ConfigurationSets: items, ...page });
    }),
    route('POST', '/v2/email/update-configuration-sets', (request) => {
      const { ConfigurationSetName, ...options } = fieldsOf(request.json());
      for (const [name, value] of Object.entries(options)) sets.setOption(ConfigurationSetName, name, value);
      return ok();
    }),
    ...resource(sesConventions, collection, sets, {
      verbs: ['show', 'remove'],
      find: (_rows, name) => sets.get(name),
      view: ({ id, options }) => ({
        ConfigurationSetName: id,
        ...options,
        Tags: tags.get(`configuration-set/${id}`),
      }),
    }),
    ...Object.entries(optionPaths).map(([path, option]) =>
      route('PUT', `${collection}/:set/${path}`, (request, { set }) => {
        sets.setOption(set, option, fieldsOf(request.json()));
        return ok();
      }),
    ),
    route('PUT', `${collection}/:set/vdm-options`, (request, { set }) => {
      sets.setOption(set, 'VdmOptions', fieldsOf(request.json())['VdmOptions']);
      return ok();
    }),
    ...destinationRoutes(store),
  ];
}

function destinationRoutes(store: MailStore) {
  const sets = configurationSets(store);
  const path = `${collection}/:set/event-destinations`;
  return [
    route('GET', path, (_request, { set }) => {
      const rows = Object.entries(sets.find(set).destinations);
      return ok({ EventDestinations: rows.map(([Name, each]) => ({ Enabled: false, ...each, Name })) });
    }),
    route('POST', path, (request, { set }) => {
      const { EventDestinationName, EventDestination } = fieldsOf(request.json());
      sets.putDestination(set, EventDestinationName, fieldsOf(EventDestination), true);
      return ok();
    }),
    route('PUT', `${path}/:name`, (request, { set, name }) => {
      sets.putDestination(set, name, fieldsOf(fieldsOf(request.json())['EventDestination']));
      return ok();
    }),
    route('DELETE', `${path}/:name`, (_request, { set, name }) => {
      sets.putDestination(set, name, undefined);
      return ok();
    }),
  ];
}
