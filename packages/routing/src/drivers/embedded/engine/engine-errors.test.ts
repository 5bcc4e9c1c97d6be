import { describe, expect, it } from 'vitest';
import { EngineError } from './engine-error.ts';
import { mapEngineFailure } from './engine-errors.ts';

describe('mapEngineFailure', () => {
  const table: [action: string, message: string, code: number, httpStatus: number, text: string][] = [
    ['route', 'Route error: Failed to parse json request', 100, 400, 'Failed to parse json request'],
    [
      'route',
      "Route error: Insufficiently specified required parameter 'locations'",
      110,
      400,
      "Insufficiently specified required parameter 'locations'",
    ],
    [
      'sources_to_targets',
      "Matrix error: Insufficiently specified required parameter 'locations' or 'sources & targets'",
      112,
      400,
      "Insufficiently specified required parameter 'locations' or 'sources & targets'",
    ],
    [
      'trace_route',
      "TraceRoute error: Insufficiently specified required parameter 'shape' or 'encoded_polyline'",
      114,
      400,
      "Insufficiently specified required parameter 'shape' or 'encoded_polyline'",
    ],
    [
      'height',
      "Height error: Insufficiently specified required parameter 'shape' or 'encoded_polyline'",
      312,
      400,
      "Insufficiently specified required parameter 'shape' or 'encoded_polyline'",
    ],
    [
      'route',
      "Route error: No costing method found: 'rocket'",
      125,
      400,
      "No costing method found: 'rocket'",
    ],
    [
      'isochrone',
      'Isochrone error: Arrive by not implemented for isochrones',
      142,
      501,
      'Arrive by not implemented for isochrones',
    ],
    ['route', 'Route error: Exceeded max locations: 20', 150, 400, 'Exceeded max locations: 20'],
    [
      'trace_route',
      'TraceRoute error: Too many shape points: (9). The best shape points limit is 8',
      153,
      400,
      'Too many shape points: (9). The best shape points limit is 8',
    ],
    ['height', 'Height error: Too many shape points: 9', 314, 400, 'Too many shape points: 9'],
    ['isochrone', 'Isochrone error: : 200', 166, 400, 'Exceeded max distance: 200'],
    ['route', 'Route error: No suitable edges near location', 171, 400, 'No suitable edges near location'],
    ['route', 'Route error: No path could be found for input', 442, 400, 'No path could be found for input'],
    ['route', 'Route error: Unknown action', 400, 400, 'Unknown action'],
    ['route', 'Route error: std::bad_alloc', 199, 500, 'std::bad_alloc'],
    [
      'route',
      'Route error: No such node (service_limits.auto.max_distance)',
      199,
      500,
      'No such node (service_limits.auto.max_distance)',
    ],
    ['route', '', 199, 500, 'Unknown'],
  ];
  it.each(table)('%s: %s is %d', (action, message, code, httpStatus, text) => {
    const error = mapEngineFailure(action, new Error(message));
    expect(error).toMatchObject({ code, httpStatus, text });
    expect(EngineError.isInstance(error)).toBe(true);
  });

  it('prefers the number of newer bindings', () => {
    const thrown = Object.assign(new Error('No path could be found for input'), { code: 170 });
    expect(mapEngineFailure('route', thrown)).toMatchObject({ code: 170, cause: thrown });
  });

  it.each([undefined, null, 'text', 5, {}])('creates an error for any thrown value: %o', (thrown) => {
    expect(mapEngineFailure('route', thrown)).toMatchObject({ code: 199, httpStatus: 500 });
  });

  it.each([undefined, null, new Error('x'), { name: 'EngineError', code: 1 }])(
    'is recognised among others: %o',
    (value) => {
      expect(EngineError.isInstance(value)).toBe(false);
    },
  );
});

it('a refusal has the HTTP status of the engine, 400 where its table has none', () => {
  const statuses = [100, 101, 102, 106, 107, 141, 199, 203, 401, 402, 446, 499].map(
    (code) => new EngineError(code, 'words').httpStatus,
  );
  expect(statuses).toEqual([400, 405, 503, 404, 501, 501, 500, 503, 500, 503, 500, 500]);
});
