import { STATUS_CODES } from 'node:http';
import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { readJsonObject } from '../../../json.ts';
import { osrmError } from './osrm-errors.ts';

/**
 * Valhalla's HTTP service over the engine. The path is the action; the request is a POST body or `?json=`,
 * plus single query parameters. Source: valhalla/valhalla docs/docs/api, src/worker.cc and src/exceptions.cc.
 * (Version 3.8 removed GET; this engine is 3.6.1.)
 */
export function createValhallaHandler(engine: Engine): SandboxHandler {
  return async (request) => {
    let body: RequestBody = {};
    try {
      if (request.method !== 'POST' && request.method !== 'GET') {
        throw new EngineError(101, 'Try a POST or GET request instead');
      }
      body = readRequestBody(request);
      // The engine refuses unknown actions with a list of the known ones.
      const action = request.path.slice(1) as Parameters<Engine['call']>[0];
      return render(await engine.call(action, body, request.signal));
    } catch (error) {
      if (EngineError.isInstance(error)) return renderError(error, body);
      throw error;
    }
  };
}

type RequestBody = Record<string, unknown>;

function readRequestBody(request: SandboxRequest): RequestBody {
  const text = request.query.get('json') || request.text();
  const body = text === '' ? Object.create(null) : parseObject(text);
  for (const name of new Set(request.query.keys())) {
    const values = request.query.getAll(name).filter((value) => value !== '');
    if (name === 'json' || name === '' || values.length === 0) continue;
    body[name] = values.length === 1 ? values[0] : values;
  }
  return body;
}

function parseObject(text: string): RequestBody {
  const body = readJsonObject(text);
  if (body === undefined) throw new EngineError(100, 'Failed to parse json request');
  return body;
}

const openToAll = { 'access-control-allow-origin': '*' };
const jsonHeaders = { ...openToAll, 'content-type': 'application/json;charset=utf-8' };

function render(answer: unknown): SandboxResponse {
  if (typeof answer !== 'string') return { status: 200, headers: jsonHeaders, json: answer };
  const headers = {
    ...openToAll,
    'content-type': 'application/gpx+xml;charset=utf-8',
    'content-disposition': 'attachment; filename=route.gpx',
  };
  return { status: 200, headers, body: answer };
}

function renderError(error: EngineError, body: RequestBody): SandboxResponse {
  const json =
    body['format'] === 'osrm'
      ? osrmError(error.code)
      : {
          error_code: error.code,
          error: error.text,
          status_code: error.httpStatus,
          status: STATUS_CODES[error.httpStatus],
        };
  return { status: error.httpStatus, headers: jsonHeaders, json };
}
