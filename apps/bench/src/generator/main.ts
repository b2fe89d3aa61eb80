// The process of the generator that speaks HTTP.
import type { LoadJob, LoadResult } from './job.ts'
import { prepareLoad } from './run-load.ts'
import { serveJob } from './serve-job.ts'

serveJob<LoadJob, LoadResult>(prepareLoad)
