import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { LoadJob } from '../generator/job.ts'

/** A job for this gateway; whatever is not given is what a measurement of single sends wants. */
export function loadJob(gateway: BenchGateway, job: Partial<LoadJob> & Pick<LoadJob, 'clients' | 'requests'>): LoadJob {
  return {
    host: gateway.http.hostname,
    port: Number(gateway.http.port),
    apiKey: gateway.apiKey,
    request: { kind: 'single' },
    pace: { kind: 'closed', thinkMs: 0 },
    firstNumber: 0,
    keepTimes: false,
    ...job,
  }
}
