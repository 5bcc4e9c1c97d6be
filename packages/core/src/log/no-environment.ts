/** Only Node, Deno and Bun have an environment, and a place for logs. */
export function logByEnvironment(): void {}
