import type { Command } from './command.ts';

/** The text of `sandbox --help`. */
export function renderHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: sandbox [command] [options]

Mail, routing and realtime services on this machine, with a web page. They listen on
127.0.0.1 and connect to no other machine. Without a command: sandbox up

${renderRows(rows)}
Each command has --help and --json. Those for a running sandbox find it by themselves,
or by --url or SANDBOX_URL.
`;
}

export function renderCommandHelp({ name, usage, summary, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { short, value, help }]) => {
    const names = `${short === undefined ? '' : `-${short}, `}--${option}`;
    return [value === undefined ? names : `${names} ${value}`, help] as const;
  });
  return `Usage: sandbox ${`${name} ${usage}`.trimEnd()} [options]

${sentence(summary)}
${details === undefined ? '' : `${details}\n`}
${renderRows(rows)}`;
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

function renderRows(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width + 2)}${text}\n`).join('');
}
