import { randomUUID } from 'node:crypto';
import { GraphHopperProblem } from './problem.ts';

type Outcome = { readonly solution: object } | { readonly error: unknown };

const maxJobs = 100;

/** Matrices and plans that are calculated in the background, the last hundred. */
export function createJobs() {
  const outcomes = new Map<string, Outcome | undefined>();
  return {
    start(work: Promise<object>): string {
      const id = randomUUID();
      outcomes.set(id, undefined);
      const [oldest = id] = outcomes.keys();
      if (outcomes.size > maxJobs) outcomes.delete(oldest);
      const settle = (outcome: Outcome) => void (outcomes.has(id) && outcomes.set(id, outcome));
      work.then(
        (solution) => settle({ solution }),
        (error: unknown) => settle({ error }),
      );
      return id;
    },
    /** @throws {GraphHopperProblem} for an unknown job, and the error of a failed one */
    read(id: string): object {
      if (!outcomes.has(id))
        throw new GraphHopperProblem('No solution for this job_id', undefined, { status: 404 });
      const outcome = outcomes.get(id);
      if (outcome === undefined) return { job_id: id, status: 'processing' };
      if ('error' in outcome) throw outcome.error;
      return { job_id: id, status: 'finished', solution: outcome.solution };
    },
  };
}
