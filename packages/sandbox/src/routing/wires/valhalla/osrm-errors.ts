/**
 * The error response of Valhalla's HTTP service for `format: "osrm"`. Source: valhalla/valhalla
 * src/exceptions.cc.
 */
export function osrmError(code: number): { readonly code: string; readonly message: string } {
  const name = osrmCodes.find(([, codes]) => codes.includes(code))?.[0] ?? 'InvalidUrl';
  return { code: name, message: messages[name] };
}

const messages = {
  InvalidUrl: 'URL string is invalid.',
  InvalidService: 'Service name is invalid.',
  InvalidOptions: 'Options are invalid.',
  InvalidValue: 'The successfully parsed query parameters are invalid.',
  NoRoute: 'Impossible route between points',
  NoSegment: 'One of the supplied input coordinates could not snap to street segment.',
  ServiceUnavailable: 'The service is shutting down.',
  DistanceExceeded: 'Path distance exceeds the max distance limit.',
  PerimeterExceeded: 'Perimeter of avoid polygons exceeds the max limit.',
  BreakageDistanceExceeded: 'All coordinates are too far away from each other',
} as const;

// Other codes are an InvalidUrl.
const osrmCodes: readonly (readonly [keyof typeof messages, readonly number[]])[] = [
  ['ServiceUnavailable', [102, 203, 402]],
  ['InvalidService', [106, 107, 400]],
  [
    'InvalidOptions',
    [110, 111, 112, 113, 114, 115, 120, 121, 122, 123, 124, 125, 126, 127, 128, 160, 161, 165, 168, 212, 312],
  ],
  [
    'InvalidValue',
    [
      130, 131, 132, 133, 134, 135, 136, 137, 140, 141, 142, 143, 144, 150, 151, 152, 153, 157, 158, 159, 162,
      163, 164, 173, 174, 175, 233, 314, 420, 421, 422, 423, 424, 504, 599,
    ],
  ],
  ['DistanceExceeded', [154]],
  ['PerimeterExceeded', [167, 234]],
  ['NoRoute', [170, 442]],
  ['NoSegment', [171, 443, 444]],
  ['BreakageDistanceExceeded', [172]],
];
