import type { Mailbox, ReceivedMessage } from '../mail/mailbox/mailbox.ts';
import {
  comparedValues,
  createMismatch,
  describeQuery,
  type MessageQuery,
} from '../mail/mailbox/message-query.ts';

const maxShown = 5;

/**
 * `expect(sandbox).toHaveReceived({ to, subject })`: a message in the mailbox meets all conditions. The
 * failure shows the messages that come closest, with the values that differ.
 *
 * @throws {TypeError} for a value without a mailbox, or a query without conditions
 */
export function toHaveReceived(source: unknown, query: MessageQuery) {
  const messages = mailboxOf(source).list();
  const mismatch = createMismatch(query);
  const compared = messages.map((message) => ({ message, differs: mismatch(message) }));
  const met = compared
    .filter(({ differs }) => differs.length === 0)
    .map(({ message }) => message)
    .slice(0, maxShown);
  return {
    pass: met.length > 0,
    message: () =>
      met.length > 0
        ? `Expected no message with ${describeQuery(query)}.\nReceived:${met.map(showMessage).join('')}`
        : `Expected a message with ${describeQuery(query)}.\n${describeClosest(compared, query)}`,
  };
}

/** For `expect.extend()`. `@org/sandbox/vitest` and `@org/sandbox/jest` have it with the types. */
export const matchers = { toHaveReceived };

interface Compared {
  readonly message: ReceivedMessage;
  readonly differs: readonly (keyof MessageQuery)[];
}

function describeClosest(compared: readonly Compared[], query: MessageQuery): string {
  if (compared.length === 0) return 'The mailbox is empty.';
  const closest = [...compared].sort((a, b) => a.differs.length - b.differs.length).slice(0, maxShown);
  const shown = closest.map(({ message, differs }) => {
    const lines = differs.map((field) => {
      const received = showValues(comparedValues[field](message));
      return `\n    - ${describeQuery({ [field]: query[field] })}\n    + ${field} ${received}`;
    });
    return `${showMessage(message)}${lines.join('')}`;
  });
  return `The mailbox has ${compared.length}, the closest first:${shown.join('')}`;
}

const showMessage = ({ envelope, parsed }: ReceivedMessage): string =>
  `\n  to ${envelope.to.slice(0, 3).join(', ')}: ${parsed.subject ?? '(no subject)'}`;

const showValues = (values: readonly string[]): string =>
  [...new Set(values)]
    .filter(Boolean)
    .map((value) => JSON.stringify(value.slice(0, 200)))
    .slice(0, maxShown)
    .join(', ') || '(none)';

function mailboxOf(source: unknown): Mailbox {
  for (const value of [source, read(source, 'mailbox'), read(read(source, 'mail'), 'mailbox')])
    if (typeof read(value, 'list') === 'function' && typeof read(value, 'waitFor') === 'function')
      return value as Mailbox;
  throw new TypeError('toHaveReceived() needs a sandbox, its mail service or a mailbox.');
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
