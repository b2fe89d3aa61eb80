export { default } from './adapter.ts'
export type { InfobipConfig } from './config.ts'
