import {
  acceptAll,
  contactBook,
  type DoorContext,
  type Fields,
  fieldsOf,
  flagOf,
  instantOf,
  itemsOf,
  ok,
  ownRows,
  type Route,
  route,
  textsOf,
} from '../../kit.ts';
import { namedResource } from './account.ts';
import { readMail } from './mail.ts';
import { byName, need404, problem } from './wire.ts';

/**
 * Campaigns by name. One that is not a draft goes to the contacts of its lists at once, or at its time; one
 * that cannot is not kept: a request that fails takes its changes back.
 */
export function campaignRoutes(context: DoorContext) {
  const { store } = context;
  const rows = ownRows(store, 'elasticemail campaigns');
  const find = (name: unknown) => need404(rows.find(({ own }) => own['Name'] === name));
  const [add, list, show, change, remove] = namedResource(store, '/campaigns', 'Name', {
    needed: ['Name'],
    defaults: () => ({ Status: 'Active', ExcludedRecipients: {}, Options: {} }),
  });
  const sending = (base: Route | undefined) =>
    base === undefined
      ? []
      : [
          route(base.method, base.pattern, async (request, params) => {
            const { Name = params['id'] } = fieldsOf(request.json());
            const answer = await base.handler(request, params);
            const { id, own } = find(Name);
            if (own['Status'] !== 'Active') return answer;
            rows.update(id, { own: { ...own, Status: 'Completed' } });
            send(context, own);
            return { ...answer, json: { ...fieldsOf(answer.json), Status: 'Completed' } };
          }),
        ];
  return [
    route('PUT', '/campaigns/:name/pause', (_request, { name }) => {
      const { id, own } = find(name);
      rows.update(id, { own: { ...own, Status: 'Paused' } });
      return ok({});
    }),
    ...sending(add),
    ...sending(change),
    ...[list, show, remove].flatMap((each) => each ?? []),
  ];
}

function send(context: DoorContext, { Name, Recipients, ExcludedRecipients, Content, Options }: Fields) {
  const { store } = context;
  const membersOf = (recipients: unknown) =>
    textsOf(fieldsOf(recipients)['ListNames']).flatMap((name) => {
      const found = byName(store.lists, name);
      return found === undefined ? [] : contactBook(store).membersOf(found.id);
    });
  const excluded = new Set(membersOf(ExcludedRecipients).map(({ id }) => id));
  const members = new Map(membersOf(Recipients).map((contact) => [contact.id, contact]));
  const [content = {}] = itemsOf(Content);
  const { ScheduleFor, TrackOpens, TrackClicks } = fieldsOf(Options);
  const options = { TrackOpens: flagOf(TrackOpens), TrackClicks: flagOf(TrackClicks) };
  const wanted = [...members.values()].filter(({ id, unsubscribed }) => !unsubscribed && !excluded.has(id));
  const mails = wanted.map(({ email, fields, firstName, lastName }) => {
    const merge = { ...fields, firstname: firstName, lastname: lastName, email };
    const to = [{ name: '', address: email }];
    const mail = readMail(context, { Content: content, Options: options }, { to }, merge, String(Name));
    return { ...mail, sendAt: instantOf(ScheduleFor), own: { ...mail.own, campaign: Name } };
  });
  acceptAll(context, problem, mails);
}
