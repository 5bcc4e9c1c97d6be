import { type DoorContext, Problem, route, textOf } from '../../kit.ts';
import { type Actions, accountActions, mailActions, templateActions } from './actions.ts';
import { configurationSetActions } from './configuration-set-actions.ts';
import { identityActions } from './identity-actions.ts';
import { readQuery, writeError, writeResult } from './query.ts';
import { problem, stop } from './wire.ts';

/** Received mail, and bounces that a program makes itself. */
export const absentActions: ReadonlySet<string> = new Set([
  'CloneReceiptRuleSet',
  'CreateReceiptFilter',
  'CreateReceiptRule',
  'CreateReceiptRuleSet',
  'DeleteReceiptFilter',
  'DeleteReceiptRule',
  'DeleteReceiptRuleSet',
  'DescribeActiveReceiptRuleSet',
  'DescribeReceiptRule',
  'DescribeReceiptRuleSet',
  'ListReceiptFilters',
  'ListReceiptRuleSets',
  'ReorderReceiptRuleSet',
  'SendBounce',
  'SetActiveReceiptRuleSet',
  'SetReceiptRulePosition',
  'UpdateReceiptRule',
]);

/** The API of 2010: every action is a form that is posted to `/`. */
export function queryRoutes(context: DoorContext) {
  const actions: Actions = {
    ...mailActions(context),
    ...templateActions(context),
    ...accountActions(context),
    ...identityActions(context),
    ...configurationSetActions(context),
  };
  return [
    route('POST', '/', async (request) => {
      const { Action, Version: _, ...input } = readQuery(request);
      const action = textOf(Action) ?? '';
      try {
        if (absentActions.has(action))
          throw new Problem(problem(501, `The sandbox does not have ${action} of ses (POST /).`));
        if (!Object.hasOwn(actions, action))
          throw stop('InvalidAction', `Could not find operation ${action} for version 2010-12-01`);
        return writeResult(action, await actions[action]?.(input));
      } catch (error) {
        if (Problem.isInstance(error)) return writeError(error.response, action);
        throw error;
      }
    }),
  ];
}
