/** The property of a client with its parts, for `inspect`, which is another bundle. */
export const inspected: unique symbol = Symbol.for('org.realtime.inspected') as never;
