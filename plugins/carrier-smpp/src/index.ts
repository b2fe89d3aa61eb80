export type { CarrierConfig, LinkConfig } from './config.ts'
export { default } from './plugin.ts'
