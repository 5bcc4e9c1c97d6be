import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { faultTools, mapTools, requestTools, resetTools, webhookTools } from './control-tools.ts';
import { mailTools } from './mail-tools.ts';
import type { Given, SandboxApi, Tool } from './tool.ts';

const tools: readonly Tool[] = [
  ...mailTools,
  ...requestTools,
  ...faultTools,
  ...webhookTools,
  ...mapTools,
  ...resetTools,
];

/** Serves the tools over standard input and output, until the input ends or the signal aborts. */
export async function serveMcp(api: SandboxApi, version: string, signal: AbortSignal): Promise<void> {
  const handle = serveStdio(() => {
    const server = new McpServer({ name: 'sandbox', version });
    for (const tool of tools) register(server, tool, api);
    return server;
  });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await handle.close();
}

function register(server: McpServer, tool: Tool, api: SandboxApi): void {
  const inputSchema = fromJsonSchema<Given>({
    type: 'object',
    properties: { ...tool.arguments },
    required: [...(tool.required ?? [])],
    additionalProperties: false,
  });
  const annotations = { readOnlyHint: tool.isReadOnly, openWorldHint: false };
  const config = { description: tool.description, inputSchema, annotations };
  server.registerTool(tool.name, config, async (given, { mcpReq }) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await tool.run(api, given, mcpReq.signal)) }] };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { isError: true, content: [{ type: 'text', text }] };
    }
  });
}
