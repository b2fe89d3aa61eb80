export { default } from './adapter.ts'
export type { BasicConfig } from './config.ts'
