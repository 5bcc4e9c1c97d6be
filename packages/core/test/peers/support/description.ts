const thing = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const failure = { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } };
const file = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

const contentOf = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const answer = (schema: object, type?: string) => ({ description: 'An answer', ...contentOf(schema, type) });
const parameter = (place: string, name: string) => ({
  in: place,
  name,
  required: place === 'path',
  schema: { type: 'string' },
});

/** A small service, described with OpenAPI 3.1. */
export const description = {
  openapi: '3.1.0',
  info: { title: 'Acme', version: '1' },
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [parameter('path', 'id')],
        responses: { 200: answer(thing), 404: answer(failure) },
      },
    },
    '/things': {
      post: {
        operationId: 'createThing',
        parameters: [parameter('header', 'idempotency-key')],
        requestBody: { required: true, ...contentOf(thing) },
        responses: { 201: answer(thing) },
      },
    },
    '/pictures': {
      post: {
        operationId: 'addPicture',
        requestBody: { required: true, ...contentOf(file, 'multipart/form-data') },
        responses: { 204: { description: 'Added' } },
      },
    },
    '/events': {
      get: { operationId: 'readEvents', responses: { 200: answer(thing, 'text/event-stream') } },
    },
  },
};
