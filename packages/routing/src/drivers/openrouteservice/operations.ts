import { defineOperation, type HttpRequest, type OperationContext, type ServiceResponse } from '@org/core';
import * as z from '../../internal/schema.ts';
import type { EngineAnswer } from '../../model/result.ts';
import { read } from '../../wire/read.ts';
import { type Decoded, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { encodeDirections, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';
import { readQuota } from './limits.ts';

export { classify } from './errors.ts';

export const operations = {
  directions: defineRead('directions', encodeDirections, decodeDirections),
  isochrones: defineRead('isochrones', encodeIsochrones, decodeIsochrones),
  matrix: defineRead('matrix', encodeMatrix, decodeMatrix),
  snap: defineRead('snap', encodeSnap, decodeSnap),
};

const source = z.object({ metadata: z.optional(z.object({ attribution: z.optional(z.string()) })) });

// All of them only compute: repeating a POST is as safe as repeating a GET.
function defineRead<Query, Answer extends EngineAnswer>(
  name: string,
  encode: (query: Query) => HttpRequest,
  decode: (body: unknown, query: Query) => Decoded<Answer>,
) {
  return defineOperation({
    name,
    limitGroup: name,
    safety: 'read',
    encode,
    decode: (response: ServiceResponse, query: Query, { nowMs }: OperationContext) => {
      const body = response.json();
      const decoded = decode(body, query);
      const attribution = attributionOf(read(source, body).metadata?.attribution);
      return { ...decoded, attribution, quota: readQuota(response, nowMs), raw: body };
    },
  });
}

function attributionOf(stated = ''): readonly string[] {
  return stated === ''
    ? ['openrouteservice.org', '© OpenStreetMap contributors']
    : stated.split('|').map((part) => part.trim());
}
