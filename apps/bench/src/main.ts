import { createProgram } from './cli.ts'

await createProgram().parseAsync()
