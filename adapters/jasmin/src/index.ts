export { default } from './adapter.ts'
export type { JasminConfig } from './config.ts'
