// A process that sends the engine's statements to Postgres.
import { serveJob } from '../generator/serve-job.ts'
import type { StatementJob, StatementResult } from './job.ts'
import { prepareStatements } from './run-statements.ts'

serveJob<StatementJob, StatementResult>(prepareStatements)
