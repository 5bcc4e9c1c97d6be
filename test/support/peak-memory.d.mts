export function peakMemoryKb(pid?: number | 'self'): number;
