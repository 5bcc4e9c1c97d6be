// The commands of the packages: what they read from the process, and how they print.
export {
  describe,
  type OptionKinds,
  type OptionValues,
  type ProgramContext,
  parseOptions,
  processContext,
  type Refused,
  refusedSecret,
  runCommand,
  WrongUsage,
} from './program.ts';
export { oneLine, type ProgramOutput, printable, terminalOutput } from './terminal.ts';
