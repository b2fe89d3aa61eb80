export { default } from './adapter.ts'
export type { DesktopConfig } from './config.ts'
