// What the server publishes and the page shows.
import { defineChannel } from '@org/realtime';
import type { FeatureCollection } from 'geojson';
import * as z from 'zod';

const position = z.tuple([z.number(), z.number()]);
const delivery = z.object({
  id: z.string(),
  courier: z.string(),
  to: z.string(),
  line: z.array(position),
});

export const deliveries = defineChannel('deliveries', {
  events: {
    started: delivery,
    moved: z.object({ id: z.string(), courier: z.string(), position, metersLeft: z.number() }),
    arrived: z.object({ id: z.string(), courier: z.string() }),
    mailed: z.object({ id: z.string() }),
  },
});

export type Delivery = z.infer<typeof delivery>;
export type Position = z.infer<typeof position>;

/** What the page needs to begin. */
export interface Start {
  readonly streets: FeatureCollection;
  readonly bounds: [west: number, south: number, east: number, north: number];
  readonly places: readonly { readonly name: string; readonly position: readonly [number, number] }[];
  readonly couriers: readonly { readonly name: string; readonly position: Position }[];
  readonly realtime: { readonly key: string; readonly host: string; readonly port: number };
}
