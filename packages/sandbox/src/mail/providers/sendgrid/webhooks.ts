import {
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  need,
  noContent,
  ok,
  resource,
  route,
  textOf,
  type Webhook,
  webhooksOf,
} from '../../kit.ts';
import { conventionsOf, missing } from './wire.ts';

const kinds = [
  ...['group_resubscribe', 'delivered', 'group_unsubscribe', 'spam_report', 'bounce', 'deferred'],
  ...['unsubscribe', 'processed', 'open', 'click', 'dropped', 'account_status_change'],
];
const off: Fields = {
  ...Object.fromEntries(kinds.map((kind) => [kind, false])),
  enabled: true,
  friendly_name: '',
};

/** Settings of the event webhook: several by id, and the only one as it was before. */
export function webhookRoutes({ store, webhookSecret, url: urlOfDoor }: DoorContext) {
  const webhooks = webhooksOf(store, 'sendgrid');
  const path = '/v3/user/webhooks/event/settings';
  const view = ({ id, url, own, createdAt, updatedAt }: Webhook) => {
    return { ...off, ...own, id, url, created_date: dateOf(createdAt), updated_date: dateOf(updatedAt) };
  };
  const find = (id = '') => need(webhooks.get(id), () => missing('webhook'));
  const keyOf = ({ id, own }: Webhook) =>
    ok({ id, ...(own['public_key'] ? { public_key: own['public_key'] } : {}) });
  const read = ({ url, ...body }: Fields, old?: Webhook) => {
    const own = { ...old?.own, ...body };
    const names = kinds.filter((kind) => own[kind] === true);
    // A list without a name of the service gets nothing.
    const events = own['enabled'] === false ? ['none'] : names;
    return { service: 'sendgrid', url: textOf(url) ?? old?.url ?? '', events, own };
  };
  const single = () => webhooks.all()[0];
  return [
    route('GET', path, () =>
      ok(single() === undefined ? { ...off, enabled: false, url: '' } : view(find(single()?.id))),
    ),
    route('PATCH', path, (request) => {
      const [body, old] = [fieldsOf(request.json()), single()];
      const row = old === undefined ? webhooks.add(read(body)) : webhooks.update(old.id, read(body, old));
      return ok(view(row ?? find(old?.id)));
    }),
    route('GET', `${path}/all`, () => ok({ max_allowed: 5, webhooks: webhooks.all().map(view) })),
    route('POST', '/v3/user/webhooks/event/test', () => noContent),
    route('GET', `${path}/signed/:id`, (_request, { id }) => keyOf(find(id))),
    route('PATCH', `${path}/signed/:id`, (request, { id = '' }) => {
      const { own } = find(id);
      const isOn = request.bytes.length === 0 || fieldsOf(request.json())['enabled'] !== false;
      const { public_key: _, ...rest } = own;
      webhooks.update(id, { own: isOn ? { ...rest, public_key: webhookSecret } : rest });
      return keyOf(find(id));
    }),
    ...resource(conventionsOf(urlOfDoor), path, webhooks, {
      name: 'webhook',
      verbs: ['add', 'show', 'change', 'remove'],
      view,
      read,
    }),
  ];
}
