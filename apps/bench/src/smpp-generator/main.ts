// The process of the generator that speaks SMPP.
import { serveJob } from '../generator/serve-job.ts'
import type { SmppJob, SmppResult } from './job.ts'
import { prepareSmppLoad } from './run-smpp-load.ts'

serveJob<SmppJob, SmppResult>(prepareSmppLoad)
