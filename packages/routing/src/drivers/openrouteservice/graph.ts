import type { ExportGraphAnswer } from '../../driver.ts';
import { read, unexpectedResponse } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

/** Source: openrouteservice API reference, "Export", JSON responses. */
const graphBody = z.object({
  nodes: z.array(z.object({ nodeId: z.number(), location: z.coordinate })),
  edges: z.array(
    z.object({ fromId: z.number(), toId: z.number(), weight: z.union([z.string(), z.number()]) }),
  ),
});

export function decodeExportGraph(body: unknown): Decoded<ExportGraphAnswer> {
  const { nodes, edges } = read(graphBody, body);
  return {
    nodes: nodes.map(({ nodeId, location }) => ({ id: nodeId, position: location })),
    edges: edges.map(({ fromId, toId, weight }) => ({ from: fromId, to: toId, weight: readWeight(weight) })),
    warnings: [],
  };
}

// The service sends weights as strings.
function readWeight(weight: string | number): number {
  const number = weight === '' ? Number.NaN : Number(weight);
  if (Number.isNaN(number)) throw unexpectedResponse('edges.weight', 'must be a number');
  return number;
}
