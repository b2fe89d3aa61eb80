export { default } from './adapter.ts'
export type { EmailConfig } from './config.ts'
