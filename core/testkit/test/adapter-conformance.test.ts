import { runAdapterConformance } from '../src/index.ts'
import tiny from './fixtures/adapter-tiny/src/index.ts'
import { tinyOptions } from './fixtures/tiny-options.ts'

runAdapterConformance(tiny, tinyOptions)
