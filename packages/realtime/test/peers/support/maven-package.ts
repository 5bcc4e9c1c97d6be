import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../../../../routing/test/peers/support/cache.ts';
import { run } from '../../../../routing/test/peers/support/process.ts';

const dependency = ([group, artifact, version]: readonly string[]) => `<dependency>
    <groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>
  </dependency>`;

/** The class path of packages of the Maven registry, which Maven brings into the cache. */
export async function installMavenPackages(name: string, coordinates: readonly string[]): Promise<string> {
  await run({ command: 'java', args: ['-version'] });
  const directory = await cached(name, async (target) => {
    const dependencies = coordinates.map((each) => dependency(each.split(':'))).join('\n');
    const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
      <modelVersion>4.0.0</modelVersion>
      <groupId>peers</groupId><artifactId>peers</artifactId><version>1</version>
      <dependencies>${dependencies}</dependencies>
    </project>`;
    await writeFile(join(target, 'pom.xml'), pom);
    const args = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
    await run({ command: 'mvn', args, cwd: target, timeoutMs: 240_000 });
  });
  return join(directory, 'lib', '*');
}
