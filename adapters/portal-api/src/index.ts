export { default } from './adapter.ts'
export type { PortalConfig } from './config.ts'
export { describeApi } from './documentation.ts'
export { endSessions } from './sessions.ts'
