// The server of a group in a process of its own: its work does not count as a client's.
import { groups } from './groups.ts';

const group = groups.find(({ id }) => id === process.argv[2]);
const server = await group?.start();
process.on('disconnect', () => process.exit());
process.send?.(server?.origin);
