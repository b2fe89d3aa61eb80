export { default } from './adapter.ts'
export type { KannelSendsmsConfig } from './config.ts'
