export { default } from './adapter.ts'
export type { LegacyConfig } from './config.ts'
