import type { Issue } from '@org/core';
import { schemaIssue } from '@org/core/driver';
import type { ChannelDescription } from '../../channels/describe-channel.ts';
import type { EventSchemas } from '../../channels/event-types.ts';
import { isRecord } from '../../internal/json.ts';
import { wrongInput } from '../../internal/wrong-input.ts';

/** A definition of any channel. */
type AnyDefinition = ChannelDescription<string, EventSchemas>;

export function isDefinition(value: unknown): value is AnyDefinition {
  return isRecord(value) && typeof value['name'] === 'string' && isRecord(value['events']);
}

/**
 * Checks an event by its definition. The data is sent as given: subscribers run the same schema.
 *
 * @throws InvalidInputError
 */
export async function validateEvent(definition: AnyDefinition, event: string, data: unknown): Promise<void> {
  const { name, events } = definition;
  const schema = new Map(Object.entries(events)).get(event);
  if (schema === undefined)
    throw wrongInput(
      'event',
      `The definition of ${name} has no event "${event}": add it, or check its name.`,
    );
  const result = await schema['~standard'].validate(data);
  if (result.issues === undefined) return;
  const [first] = result.issues.map(schemaIssue);
  throw wrongInput(
    pathOf(first),
    `Event "${event}" on ${name} does not match its schema: ${wordsOf(first)}.`,
  );
}

const pathOf = (issue: Issue | undefined) => (issue?.path ? `data.${issue.path}` : 'data');

const wordsOf = (issue: Issue | undefined) =>
  issue === undefined ? 'it has no issue' : [issue.path, issue.message].filter(Boolean).join(': ');
