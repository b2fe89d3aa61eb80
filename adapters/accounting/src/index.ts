export { default } from './adapter.ts'
export type { AccountingConfig } from './config.ts'
