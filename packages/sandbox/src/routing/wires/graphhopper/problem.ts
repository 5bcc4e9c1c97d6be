import type { EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';
import type { Position } from '../../engine/position.ts';

/** A failure of GraphHopper: a status, a sentence, and the class of the exception. */
export class GraphHopperProblem extends Error {
  override readonly name = 'GraphHopperProblem';
  readonly status: number;
  /** Without the package; none for failures of the gateway. */
  readonly exception: string | undefined;
  readonly pointIndex: number | undefined;

  constructor(message: string, exception?: string, more: { status?: number; pointIndex?: number } = {}) {
    super(message);
    this.status = more.status ?? 400;
    this.exception = exception;
    this.pointIndex = more.pointIndex;
  }

  static isInstance(value: unknown): value is GraphHopperProblem {
    return value instanceof Error && value.name === 'GraphHopperProblem';
  }
}

export const invalid = (message: string) => new GraphHopperProblem(message, 'IllegalArgumentException');

export const pointNotFound = (index: number, [longitude, latitude]: Position) =>
  new GraphHopperProblem(`Cannot find point ${index}: ${latitude},${longitude}`, 'PointNotFoundException', {
    pointIndex: index,
  });

export const noConnection = () =>
  new GraphHopperProblem('Connection between locations not found', 'ConnectionNotFoundException');

/** What the service has and the sandbox has not. */
export const notOffered = (what: string) =>
  new GraphHopperProblem(`The sandbox has no ${what}: not supported.`, undefined, { status: 501 });

export function convertEngineError({ code, text }: EngineError): GraphHopperProblem {
  if ([170, 441, 442].includes(code)) return noConnection();
  if (code === 154) return new GraphHopperProblem(text, 'PointDistanceExceededException');
  if (code === 171) return new GraphHopperProblem('Cannot find point', 'PointNotFoundException');
  return invalid(text);
}

/** Source: graphhopper/graphhopper docs/web/api-doc.md, "HTTP status codes". */
export function renderProblem({
  status,
  message,
  exception,
  pointIndex,
}: GraphHopperProblem): SandboxResponse {
  if (exception === undefined) return { status, json: { message } };
  const isOwn = exception !== 'IllegalArgumentException';
  const details = `${isOwn ? 'com.graphhopper.util.exceptions' : 'java.lang'}.${exception}`;
  const point = pointIndex === undefined ? {} : { point_index: pointIndex };
  return { status, json: { message, hints: [{ message, details, ...point }] } };
}
