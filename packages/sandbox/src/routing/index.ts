export type { RoutingService, RoutingServiceOptions } from './service.ts';
export { startRoutingService } from './service.ts';
