export type { Guidance } from './guidance.ts';
export { createLiveScanner, type LiveScanner } from './live-scanner.ts';
export type { FrameScan, ScanOptions } from './scan-frame.ts';
