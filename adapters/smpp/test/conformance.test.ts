import { runAdapterConformance } from '@heliograph/testkit'
import smpp from '../src/index.ts'
import { statusesTable } from './documentation.ts'
import { CONFIG } from './world.ts'

runAdapterConformance(smpp, {
  packageRoot: new URL('..', import.meta.url),
  config: CONFIG,
  cases: [],
  credentials: false,
  documentation: { statuses: statusesTable() },
})
