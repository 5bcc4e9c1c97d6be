import { useChannel, useEvent } from '@org/realtime/react';
import { useState } from 'react';
import { type Delivery, deliveries, type Position, type Start } from '../deliveries.ts';

export interface Ride extends Delivery {
  /** 0 when it has arrived; `undefined` until the courier moves. */
  readonly metersLeft?: number;
  readonly isMailed?: boolean;
}

/** The deliveries, the newest first, and where the couriers are, live. */
export function useDeliveries(couriers: Start['couriers']) {
  const [rides, setRides] = useState<readonly Ride[]>([]);
  const [positions, setPositions] = useState<ReadonlyMap<string, Position>>(
    () => new Map(couriers.map(({ name, position }) => [name, position])),
  );
  const change = (id: string, news: Pick<Ride, 'metersLeft' | 'isMailed'>) =>
    setRides((all) => all.map((ride) => (ride.id === id ? { ...ride, ...news } : ride)));

  const channel = useChannel(deliveries);
  useEvent(channel, 'started', ({ data }) => setRides((all) => [data, ...all]));
  useEvent(channel, 'moved', ({ data: { id, courier, position, metersLeft } }) => {
    setPositions((all) => new Map(all).set(courier, position));
    change(id, { metersLeft });
  });
  useEvent(channel, 'arrived', ({ data }) => change(data.id, { metersLeft: 0 }));
  useEvent(channel, 'mailed', ({ data }) => change(data.id, { isMailed: true }));
  return { rides, positions };
}
