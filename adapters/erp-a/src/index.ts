export { default } from './adapter.ts'
export type { ErpAConfig } from './config.ts'
