export { default } from './adapter.ts'
export type { SubscriptionWebConfig } from './config.ts'
