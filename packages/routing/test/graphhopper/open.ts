import { createRoutingClient } from '@org/routing';
import {
  type GraphHopperOptions,
  type GraphHopperServerOptions,
  graphhopper,
} from '@org/routing/graphhopper';
import { type ScriptedAnswer, scriptedFetch } from '../scripted-fetch.ts';

export const key = 'planted-0f1e2d3c4b5a';

/** A client of the hosted service. */
export function openHosted(answers: readonly ScriptedAnswer[], options: GraphHopperOptions = {}) {
  const network = scriptedFetch(...answers);
  const driver = graphhopper({ apiKey: key, plan: 'premium', ...options });
  return {
    ...network,
    driver,
    routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }),
  };
}

/** A client of your own server. */
export function openServer(
  answers: readonly ScriptedAnswer[],
  options: Partial<GraphHopperServerOptions> = {},
) {
  const network = scriptedFetch(...answers);
  const driver = graphhopper({ baseUrl: 'http://localhost:8989', ...options });
  return {
    ...network,
    driver,
    routing: createRoutingClient({ driver, limiter: false, runtime: network.runtime }),
  };
}
