export type { MailForwardConfig } from './config.ts'
export { default } from './plugin.ts'
