export { default } from './adapter.ts'
export type { QueuePlatformConfig } from './config.ts'
