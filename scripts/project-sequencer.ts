import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the projects in the order of the configuration, and the files of each in random order. Vitest keeps a
 * worker only if the next file is of the same project: files shuffled across projects start a worker each.
 */
export default class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { config, projects } = this.ctx;
    const projectOf = ({ project }: TestSpecification) => projects.indexOf(project);
    const chanceOf = ({ moduleId }: TestSpecification) =>
      createHash('sha1').update(`${config.sequence.seed} ${moduleId}`).digest('hex');
    return files
      .map((file) => ({ file, project: projectOf(file), chance: chanceOf(file) }))
      .sort((one, other) => one.project - other.project || (one.chance < other.chance ? -1 : 1))
      .map(({ file }) => file);
  }
}
