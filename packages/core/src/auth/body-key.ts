import { InvalidInputError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import type { Auth } from './auth.ts';
import { assertSendable } from './credential-text.ts';

/**
 * Sends the key as the last field of the JSON body: `{…,"key":"…"}`. Hooks, events and errors never see it.
 * Prefer a header if the service accepts one. A request whose body is not a JSON object is refused. @public
 *
 * @example
 * const credential = fromEnv('ACME_TOKEN');
 * const acme = defineService({ name: 'acme', baseUrl, auth: bodyKey('key'), credential });
 *
 * @throws ConfigurationError when the name is blank
 */
export function bodyKey(name: string): Auth {
  if (typeof name !== 'string' || name.trim() === '')
    throw wrongOption(`${JSON.stringify(name)} is not the name of a field: it is blank.`);
  return {
    headerNames: [],
    queryNames: [],
    required: true,
    place(target, credential) {
      assertSendable(credential);
      const { body } = target;
      if (typeof body !== 'string' || !body.endsWith('}')) throw noObject(name);
      const key = `${JSON.stringify(name)}:${JSON.stringify(credential)}`;
      // The last: of a name that is there twice, readers of JSON take the last one.
      target.body = body === '{}' ? `{${key}}` : `${body.slice(0, -1)},${key}}`;
    },
  };
}

function noObject(name: string): InvalidInputError {
  const message = `must be an object, for the key in its field ${name}`;
  return new InvalidInputError({
    message: `\`json\` ${message}.`,
    issues: [{ path: 'json', message }],
    outcome: 'not-sent',
  });
}
