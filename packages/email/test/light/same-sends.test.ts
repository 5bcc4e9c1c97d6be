import { describe, expect, it } from 'vitest';
import { testSameSends } from './same-sends.ts';
import { startScriptedService } from './scripted-service.ts';

testSameSends({ describe, it, expect }, startScriptedService);
