import { defineCommand } from '../command.ts';
import { listRunning } from '../running.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';
import { start } from '../start.ts';
import { CommandError, UsageError } from '../usage-error.ts';

/** The package, with the range that `package.json` has. */
export const mcpServer = '@modelcontextprotocol/server@^2.4.0';

/** `sandbox mcp`: the tools of the sandbox for coding agents. */
export const mcp = defineCommand({
  name: 'mcp',
  summary: 'serve the sandbox to a coding agent (MCP over standard input and output)',
  details:
    'It uses the running sandbox, or starts one until the agent ends. It needs the optional package\n' +
    '@modelcontextprotocol/server.',
  options: urlOption,
  async run(invocation) {
    const { options, signal, version } = invocation;
    if (options.json) throw new UsageError('mcp has no output of its own: remove --json.');
    const { serveMcp } = await import('../../mcp/serve.ts').catch(explainMissingPackage);
    const isRunning = options.url ?? process.env['SANDBOX_URL'] ?? (await listRunning())[0];
    if (isRunning !== undefined) return serveMcp(await findSandbox(options, signal), version, signal);
    const sandbox = await start({ ...invocation, stdin: undefined, options: {} });
    if (sandbox === undefined) return;
    try {
      await serveMcp(await findSandbox(sandbox.page ?? {}, signal), version, signal);
    } finally {
      await sandbox.close();
    }
  },
});

function explainMissingPackage(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new CommandError(
    'sandbox mcp needs the package @modelcontextprotocol/server. Install it: ' +
      `npm install --save-dev ${mcpServer}`,
    { cause: error },
  );
}
