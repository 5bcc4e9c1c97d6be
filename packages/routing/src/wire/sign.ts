import type { StepSign } from '../model/routes/step-sign.ts';

/** What a service states of a sign. @public */
export interface WireSign {
  readonly exits?: readonly string[] | undefined;
  readonly destinations?: readonly string[] | undefined;
  readonly refs?: readonly string[] | undefined;
  readonly junctionName?: string | undefined;
  readonly drivingSide?: string | undefined;
}

/** The field `sign` of a step, with what the service states; nothing where it states nothing. @public */
export function signOf({ drivingSide, junctionName, ...lists }: WireSign): { readonly sign?: StepSign } {
  const known = Object.entries(lists).flatMap(([name, list = []]) => {
    const texts = [...new Set(list.map((text) => text.trim()).filter((text) => text !== ''))];
    return texts.length === 0 ? [] : [[name, texts] as const];
  });
  const sign: StepSign = {
    ...Object.fromEntries(known),
    ...(junctionName ? { junctionName } : {}),
    ...(drivingSide === 'left' || drivingSide === 'right' ? { drivingSide } : {}),
  };
  return Object.keys(sign).length === 0 ? {} : { sign };
}
