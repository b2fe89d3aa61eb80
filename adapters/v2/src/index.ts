export { default } from './adapter.ts'
export type { V2Config } from './config.ts'
export { describeInterface, type InterfaceFacts } from './documentation.ts'
