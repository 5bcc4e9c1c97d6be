import { afterAll, vi } from 'vitest';

// Files share workers. An import that a test leaves behind fails when its file ends, and with it the module
// in every later file of the worker.
afterAll(() => vi.dynamicImportSettled());
