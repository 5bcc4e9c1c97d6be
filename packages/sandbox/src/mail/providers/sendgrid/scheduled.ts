import {
  type DoorContext,
  fieldsOf,
  need,
  noContent,
  ok,
  ownRows,
  ownTable,
  Problem,
  route,
} from '../../kit.ts';
import { missing, refuse } from './wire.ts';

const centuryMs = 100 * 365 * 24 * 3_600_000;

/** Batches that are paused or cancelled. A paused one is sent later, when its pause is deleted. */
export function scheduledRoutes({ store, outbox }: DoorContext) {
  const batches = ownTable(store, 'sendgrid batches');
  const stops = ownRows(store, 'sendgrid scheduled sends');
  const path = '/v3/user/scheduled_sends';
  const mails = (batch: string) =>
    store.messages.all().filter(({ own, state }) => own['batch'] === batch && state === 'scheduled');
  const stop = (batch: string, status: unknown): void => {
    for (const { id, sendAt = 0 } of mails(batch))
      if (status === 'cancel') outbox.cancel(id);
      else if (sendAt < store.now() + centuryMs / 2) outbox.reschedule(id, sendAt + centuryMs);
  };
  const resume = (batch: string): void => {
    for (const { id, sendAt = 0 } of mails(batch))
      if (sendAt > store.now() + centuryMs / 2) outbox.reschedule(id, sendAt - centuryMs);
  };
  const readStatus = (body: unknown): unknown => {
    const { status } = fieldsOf(body);
    if (status === 'pause' || status === 'cancel') return status;
    throw new Problem(refuse(400, 'status must be one of pause or cancel', 'status'));
  };
  const view = (batch_id: string) => ({ batch_id, status: stops.get(batch_id)?.own['status'] });
  return [
    route('POST', path, (request) => {
      const batch = String(fieldsOf(request.json())['batch_id'] ?? '');
      if (batches.get(batch) === undefined) throw new Problem(refuse(400, 'batch id not found', 'batch_id'));
      if (stops.get(batch) !== undefined)
        throw new Problem(refuse(400, 'a status for this batch id exists, try PATCH', 'batch_id'));
      const status = readStatus(request.json());
      stop(batch, status);
      stops.add({ own: { status } }, batch);
      return ok(view(batch), 201);
    }),
    route('GET', path, () => ok(stops.all().map(({ id }) => view(id)))),
    route('GET', `${path}/:id`, (_request, { id = '' }) => ok(stops.get(id) === undefined ? [] : [view(id)])),
    route('PATCH', `${path}/:id`, (request, { id = '' }) => {
      need(stops.get(id), () => missing('batch id'));
      const status = readStatus(request.json());
      stop(id, status);
      stops.update(id, { own: { status } });
      return noContent;
    }),
    route('DELETE', `${path}/:id`, (_request, { id = '' }) => {
      need(stops.get(id), () => missing('batch id'));
      resume(id);
      stops.delete(id);
      return noContent;
    }),
  ];
}
