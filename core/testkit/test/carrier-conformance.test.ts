import { type CarrierConformanceOptions, runCarrierConformance } from '../src/index.ts'
import { tinyCarrierOptions } from './fixtures/carrier-mistakes.ts'
import tiny from './fixtures/carrier-tiny/src/index.ts'

runCarrierConformance(tiny, tinyCarrierOptions satisfies CarrierConformanceOptions)
