import { matchesGlob, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the projects in the order of the configuration, their files in the order of their `include`. */
export default class ListedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects, config } = this.ctx;
    const place = ({ project, moduleId }: TestSpecification) => {
      const path = relative(config.root, moduleId);
      return [projects.indexOf(project), project.config.include.findIndex((each) => matchesGlob(path, each))];
    };
    return files
      .map((file) => ({ file, place: place(file) }))
      .sort(({ place: [a = 0, b = 0] }, { place: [c = 0, d = 0] }) => a - c || b - d)
      .map(({ file }) => file);
  }
}
