export { default } from './adapter.ts'
export type { SmppConfig } from './config.ts'
