import { wrongOption } from '../errors/wrong-option.ts';
import { own } from './own.ts';

/** The rule of each option: text for the error message, and a check. */
export type OptionRules<Options> = {
  readonly [Name in keyof Options]?: readonly [must: string, is: (value: unknown) => boolean];
};

/** @throws ConfigurationError for the first option that breaks its rule */
export function checkOptions<Options extends object>(rules: OptionRules<Options>, options: Options): void {
  for (const name of Object.keys(options) as (keyof Options & string)[]) {
    const [must, is] = own(rules, name) ?? [];
    if (options[name] !== undefined && is?.(options[name]) === false)
      throw wrongOption(`${name} must be ${must}.`);
  }
}
