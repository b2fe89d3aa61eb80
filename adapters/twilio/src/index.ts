export { default } from './adapter.ts'
export type { TwilioConfig } from './config.ts'
export { accountSid } from './sids.ts'
