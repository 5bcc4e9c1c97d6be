import { type Route, route } from '../../../http/router.ts';
import type { DoorContext } from '../door.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { missing, pageOf, stop, wrap } from './wire.ts';

/** Contact properties, and the addresses for events. */
export function resourceRoutes({ store: { properties, webhooks } }: DoorContext): readonly Route[] {
  const own = () => webhooks.all().filter(({ service }) => service === 'mailjet');
  const remove = (found: { readonly id: string } | undefined, table: { delete(id: string): boolean }) => {
    if (found === undefined) throw missing();
    table.delete(found.id);
    return { status: 204 };
  };
  const viewProperty = ({ serial, name, type }: ReturnType<typeof properties.all>[number]) => ({
    ID: serial,
    Name: name,
    Datatype: type,
    NameSpace: 'static',
  });
  const viewWebhook = ({ serial, url, events, own: rest }: ReturnType<typeof own>[number]) => ({
    ...rest,
    ID: serial,
    Url: url,
    EventType: events[0],
  });
  return [
    route('GET', '/v3/REST/contactmetadata', (request) =>
      pageOf(request, properties.all().map(viewProperty)),
    ),
    route('POST', '/v3/REST/contactmetadata', (request) => {
      const { Name, Datatype } = fieldsOf(request.json());
      if (textOf(Name) === undefined || textOf(Datatype) === undefined)
        throw stop(400, '"Name" and "Datatype" are mandatory');
      return wrap([viewProperty(properties.add({ name: `${Name}`, type: `${Datatype}`, own: {} }))], 201);
    }),
    route('DELETE', '/v3/REST/contactmetadata/:id', (_request, { id }) =>
      remove(
        properties.find(({ serial }) => `${serial}` === id),
        properties,
      ),
    ),
    route('GET', '/v3/REST/eventcallbackurl', (request) => pageOf(request, own().map(viewWebhook))),
    route('POST', '/v3/REST/eventcallbackurl', (request) => {
      const { Url, EventType, ...rest } = fieldsOf(request.json());
      if (textOf(Url) === undefined) throw stop(400, '"Url" is missing');
      const fields = { service: 'mailjet', url: `${Url}`, events: [`${EventType}`], own: rest };
      return wrap([viewWebhook(webhooks.add(fields))], 201);
    }),
    route('DELETE', '/v3/REST/eventcallbackurl/:id', (_request, { id }) =>
      remove(
        own().find(({ serial }) => `${serial}` === id),
        webhooks,
      ),
    ),
  ];
}
