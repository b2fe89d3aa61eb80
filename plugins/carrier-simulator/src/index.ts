export type { SimulatorConfig } from './config.ts'
export { default } from './plugin.ts'
