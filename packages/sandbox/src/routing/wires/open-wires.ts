import { STATUS_CODES } from 'node:http';
import type { Engine } from '@org/routing/embedded';
import type { SandboxRequest } from '../../http/exchange.ts';
import type { MapSource } from '../../map/map-source.ts';
import type { RateLimitOptions } from '../../rate-limit.ts';
import { graphhopperCors, openrouteserviceCors, osrmCors, valhallaCors } from './cors.ts';
import { renderCredits, renderThrottled } from './graphhopper/gateway.ts';
import { createGraphHopperHandler } from './graphhopper/handler.ts';
import { renderQuotaHeaders } from './openrouteservice/admission.ts';
import { renderGatewayError } from './openrouteservice/errors.ts';
import { createOpenrouteserviceHandler } from './openrouteservice/handler.ts';
import { createOsrmHandler } from './osrm/handler.ts';
import { limitAsProxy } from './proxy-limit.ts';
import { createValhallaHandler } from './valhalla/handler.ts';
import { proxyLimits, type Wire } from './wire.ts';

/** The engine, and the limits of its wires. */
export interface WiresOptions {
  readonly engine: Engine;
  readonly map: MapSource;
  readonly apiKey: string;
  readonly rateLimit: RateLimitOptions | undefined;
  readonly dailyQuota: number | undefined;
}

/** The paths of the wires. Valhalla's has all others. */
export const prefixes = {
  openrouteservice: '/ors',
  osrm: '/osrm',
  graphhopper: '/graphhopper',
  valhalla: '',
} as const;

/** The APIs of the routing services over one engine; the last one has every path. */
export function openWires(options: WiresOptions): readonly Wire[] {
  const { engine, rateLimit } = options;
  const describe = (status: number) => ({ error: STATUS_CODES[status] ?? 'Unknown' });
  return [
    {
      prefix: prefixes.openrouteservice,
      cors: openrouteserviceCors,
      handler: createOpenrouteserviceHandler(options),
      describe,
      // The gateway reports the day only.
      limitHeaders: (verdict, isQuota) => (isQuota && verdict.allowed ? renderQuotaHeaders(verdict) : {}),
      throttled: (_verdict, isQuota) =>
        isQuota ? renderGatewayError(403, 'Quota exceeded') : renderGatewayError(429, 'Rate limit exceeded'),
    },
    {
      prefix: prefixes.osrm,
      cors: osrmCors,
      handler: limitAsProxy(createOsrmHandler(engine), rateLimit),
      describe: (status) => ({ code: 'InternalError', message: STATUS_CODES[status] ?? 'Unknown' }),
      ...proxyLimits,
    },
    {
      prefix: prefixes.graphhopper,
      cors: graphhopperCors,
      handler: createGraphHopperHandler(options),
      describe: (status) => ({ message: STATUS_CODES[status] ?? 'Unknown' }),
      // The headers are about the day.
      limitHeaders: (verdict, isQuota) => (isQuota ? renderCredits(verdict) : {}),
      throttled: (verdict, isQuota) => renderThrottled(isQuota ? verdict : undefined),
    },
    {
      prefix: prefixes.valhalla,
      cors: valhallaCors,
      handler: limitAsProxy(createValhallaHandler(engine), rateLimit),
      describe,
      ...proxyLimits,
    },
  ];
}

export function wireOf(wires: readonly Wire[], { path }: SandboxRequest): Wire | undefined {
  return wires.find(({ prefix }) => path.startsWith(`${prefix}/`));
}
