export { default } from './adapter.ts'
export type { SoapConfig } from './config.ts'
