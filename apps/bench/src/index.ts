export { createProgram } from './cli.ts'
