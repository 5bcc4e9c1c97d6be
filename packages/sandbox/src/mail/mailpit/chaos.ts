import type { AnyFault, SmtpFault } from '../../faults/fault.ts';
import type { FaultList } from '../../faults/fault-list.ts';
import { type Route, route } from '../../http/router.ts';
import { fieldsOf } from '../kit/fields.ts';
import { refused } from './answers.ts';

/** Mailpit's three triggers, as faults of the sandbox's list. */
const triggers = [
  { name: 'Sender', command: 'mail', defaultCode: 451 },
  { name: 'Recipient', command: 'rcpt', defaultCode: 451 },
  { name: 'Authentication', command: 'auth', defaultCode: 535 },
] as const;

/** The routes that read and set the triggers. Each is one SMTP fault of the list, until it is removed. */
export function chaosRoutes(faults: FaultList): readonly Route[] {
  return [
    route('GET', '/api/v1/chaos', () => ({ status: 200, json: readChaos(faults) })),
    route('PUT', '/api/v1/chaos', (request) => {
      const wanted = fieldsOf(request.json());
      try {
        return { status: 200, json: setChaos(faults, wanted) };
      } catch (error) {
        return refused(error instanceof Error ? error.message : String(error));
      }
    }),
  ];
}

function readChaos(faults: FaultList) {
  const entries = triggers.map(({ name, command, defaultCode }) => {
    const fault = faults.list().find((each) => isTrigger(each.fault, command))?.fault as
      | SmtpFault
      | undefined;
    const share = fault === undefined ? 0 : (fault.probability ?? 1);
    return [name, { ErrorCode: fault?.code ?? defaultCode, Probability: Math.round(share * 100) }];
  });
  return Object.fromEntries(entries) as Record<string, { ErrorCode: number; Probability: number }>;
}

/** @throws {RangeError} for a code or probability out of range; nothing is changed then */
function setChaos(faults: FaultList, wanted: Readonly<Record<string, unknown>>) {
  const chosen = triggers.map(({ name, command, defaultCode }) => {
    const { ErrorCode = 0, Probability = 0 } = fieldsOf(wanted[name]);
    const code = Number(ErrorCode) || defaultCode;
    const percent = Number(Probability);
    if (!(code >= 400 && code <= 599)) throw new RangeError('error code must be between 400 and 599');
    if (!(percent >= 0 && percent <= 100)) throw new RangeError('probability must be between 0 and 100');
    return { command, code, percent };
  });
  for (const { id, fault } of faults.list())
    if (triggers.some(({ command }) => isTrigger(fault, command))) faults.remove(id);
  for (const { command, code, percent } of chosen) {
    if (percent === 0) continue;
    faults.add({ on: 'smtp', match: { command }, code, probability: percent / 100, count: 'always' });
  }
  return readChaos(faults);
}

/** Whether a fault is what a trigger can say: one code for every such command. */
function isTrigger(fault: AnyFault, command: string): boolean {
  if (fault.on !== 'smtp' || fault.match?.command !== command) return false;
  const { match, code, count, nth = 1, drop = false, where = 'before' } = fault;
  const isPlain = nth === 1 && !drop && where === 'before' && match.address === undefined;
  return isPlain && code !== undefined && count === 'always';
}
