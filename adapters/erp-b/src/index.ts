export { default } from './adapter.ts'
export type { ErpBConfig } from './config.ts'
