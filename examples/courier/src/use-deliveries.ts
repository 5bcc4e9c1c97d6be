import { useChannel, useEvent } from '@org/realtime/react';
import { useState } from 'react';
import { type Delivery, deliveries, type Position, type Start } from '../deliveries.ts';

export interface Ride extends Delivery {
  /** 0 when it has arrived. */
  readonly metersLeft: number | undefined;
}

/** The deliveries, the newest first, and where the couriers are, live. */
export function useDeliveries(couriers: Start['couriers']) {
  const [rides, setRides] = useState<readonly Ride[]>([]);
  const [positions, setPositions] = useState<ReadonlyMap<string, Position>>(
    () => new Map(couriers.map(({ name, position }) => [name, position])),
  );
  const setLeft = (id: string, metersLeft: number) =>
    setRides((all) => all.map((ride) => (ride.id === id ? { ...ride, metersLeft } : ride)));

  const channel = useChannel(deliveries);
  useEvent(channel, 'started', ({ data }) => setRides((all) => [{ ...data, metersLeft: undefined }, ...all]));
  useEvent(channel, 'moved', ({ data: { id, courier, position, metersLeft } }) => {
    setPositions((all) => new Map(all).set(courier, position));
    setLeft(id, metersLeft);
  });
  useEvent(channel, 'arrived', ({ data }) => setLeft(data.id, 0));
  return { rides, positions };
}
