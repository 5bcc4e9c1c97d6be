/** Whether the folder holds at least one tile. A folder that does not exist holds none. */
export async function hasTiles(directory: string): Promise<boolean> {
  const { readdir } = await import('node:fs/promises');
  try {
    const names = await readdir(directory, { recursive: true });
    return names.some((name) => name.endsWith('.gph') || name.endsWith('.gph.gz'));
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether this is the error of a missing file. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';
}
