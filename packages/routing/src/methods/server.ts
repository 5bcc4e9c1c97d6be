import type { CallOptions, RawRequest, ServiceResponse } from '@org/core';
import type { RoutingCallOptions } from '../call-options.ts';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { ExportGraphRequest, ExportGraphResult } from '../model/server/graph.ts';
import type { StatusRequest, StatusResult } from '../model/server/status.ts';

/** The method of a client whose driver has the export of its graph. @public */
export interface ExportGraphMethods<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /**
   * The routing graph in a box.
   *
   * @throws UnsupportedError, InvalidInputError before anything is sent.
   */
  exportGraph(
    request: ExportGraphRequest<Capabilities>,
    options?: RoutingCallOptions,
  ): Promise<ExportGraphResult>;
}

/** The method of a client whose driver has a status. @public */
export interface StatusMethods {
  /**
   * What the engine says about itself: version, map data, readiness.
   *
   * @throws the errors of a failed request.
   */
  status(request?: StatusRequest, options?: RoutingCallOptions): Promise<StatusResult>;
}

/** The method of a client whose driver uses an HTTP service. @public */
export interface RawRequestMethods {
  /** Sends a request to any endpoint of the service, with the same limits, retries and errors. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}
