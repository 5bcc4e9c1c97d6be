import { setTimeout as sleep } from 'node:timers/promises';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { createRealtimeServerClient } from '@org/realtime/server';
import { createRoutingClient } from '@org/routing';
import { lengthOf, pointAlong } from '@org/routing/results';
import { valhalla } from '@org/routing/valhalla';
import { type Delivery, deliveries, type Position } from '../deliveries.ts';

const routing = createRoutingClient({ driver: valhalla() });
const email = createEmailClient({ driver: plunk() });
const realtime = createRealtimeServerClient();

const profile = 'cycling';
/** The couriers of the example ride at 120 metres a second: nobody waits for a demonstration. */
const metersPerTick = 12;
const tickMs = 100;

/** Where each courier is. Those that ride are not in `free`. */
const couriers = new Map<string, Position>([
  ['Ada', [10, 50]],
  ['Ben', [10.0126, 50.009]],
  ['Cleo', [10.0154, 50.0099]],
]);
const free = new Set(couriers.keys());

export const listCouriers = () => [...couriers].map(([name, position]) => ({ name, position }));

/** What a courier reaches in one and in two minutes. */
export async function reachOf(name: string) {
  const at = couriers.get(name) ?? [10, 50];
  const { isochrones } = await routing.isochrones({ profile, locations: [at], ranges: [60, 120] });
  return isochrones.map(({ geometry }) => geometry);
}

/** Sends the courier who is there first. Resolves when the ride has begun. */
export async function order(to: string, place: Position, customer: string): Promise<void> {
  const courier = await takeNearest(place);
  try {
    const from = couriers.get(courier) ?? place;
    const { routes } = await routing.directions({ profile, waypoints: [from, place] });
    const line = routes[0].geometry.coordinates.map(([lon, lat]): Position => [lon, lat]);
    const delivery = { id: crypto.randomUUID(), courier, to, line };
    await realtime.trigger(deliveries, 'started', delivery);
    ride(delivery)
      .finally(() => free.add(courier))
      .then(() => mail(delivery, customer))
      .catch(console.error);
  } catch (error) {
    free.add(courier);
    throw error;
  }
}

/** The free courier who is there first, no longer free. */
async function takeNearest(place: Position): Promise<string> {
  const names = [...free];
  if (names.length === 0) throw new Error('All couriers are on their way.');
  const origins = names.map((name) => couriers.get(name) ?? place);
  const { durationsSeconds } = await routing.matrix({ profile, origins, destinations: [place] });
  const secondsOf = (name: string) => durationsSeconds[names.indexOf(name)]?.[0] ?? Number.POSITIVE_INFINITY;
  // Another order may have taken one of them during the request.
  const [courier] = names.filter((name) => free.has(name)).sort((a, b) => secondsOf(a) - secondsOf(b));
  if (courier === undefined) return takeNearest(place);
  free.delete(courier);
  return courier;
}

async function ride({ id, courier, line }: Delivery): Promise<void> {
  const length = lengthOf(line);
  for (let meters = 0; meters < length; meters += metersPerTick) {
    const [lon, lat] = pointAlong(line, meters).position;
    couriers.set(courier, [lon, lat]);
    const metersLeft = Math.round(length - meters);
    await realtime.trigger(deliveries, 'moved', { id, courier, position: [lon, lat], metersLeft });
    await sleep(tickMs);
  }
  couriers.set(courier, line.at(-1) ?? [10, 50]);
  await realtime.trigger(deliveries, 'arrived', { id, courier });
}

async function mail({ id, courier, to }: Delivery, customer: string): Promise<void> {
  const message = {
    from: 'Couriers <couriers@acme.dev>',
    to: customer,
    subject: `Your parcel is at the ${to}`,
    html: `<p>${courier} has brought it.</p>`,
  };
  await email.send(message, { idempotencyKey: id });
  await realtime.trigger(deliveries, 'mailed', { id });
}
