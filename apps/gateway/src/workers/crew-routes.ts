import { GatewayError, type HttpRequest, type HttpResponse, type RouteSpec } from '@heliograph/contracts'
import type { HostHealth, MetricsRegistry, ReloadOutcome } from '@heliograph/runtime'
import type { HoldReport, LinkReport } from '../links/format-links.ts'
import type { Crew } from './crew.ts'
import { type Absence, mergeHealth, mergeLinks, mergeOutcomes } from './merge-answers.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { Answer, Question } from './messages.ts'
import type { Worker } from './worker.ts'

/** Readiness is answered within a second, so a worker has less than that. */
const HEALTH_MS = 950
/** Prometheus commonly waits for ten seconds. */
const LOOK_MS = 5_000
/** A reload takes as long as the slowest instance. */
const ACT_MS = 60_000

type AskedCrew = Pick<Crew, 'workers' | 'phase'>

/** The routes of the admin port over all workers; what they do not know is passed on to one of them. */
export function createCrewRoutes(crew: AskedCrew, metrics: Pick<MetricsRegistry, 'render' | 'contentType'>) {
  const own: readonly RouteSpec[] = [
    { method: 'GET', path: '/healthz', handler: () => json(200, { status: 'ok' }) },
    { method: 'GET', path: '/readyz', handler: (request) => answerReadiness(crew, request) },
    {
      method: 'GET',
      path: '/metrics',
      async handler(request) {
        const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
        return { status: 200, headers, body: await renderAll(crew, metrics, request) }
      },
    },
    { method: 'GET', path: '/links', handler: (request) => answerLinks(crew, request) },
    { method: 'POST', path: '/reload', handler: (request) => answerReload(crew, request) },
  ]
  // Each worker guards what is passed on to it.
  const others: readonly RouteSpec[] = [
    { method: 'ANY', path: '/*', handler: (request) => passOn(crew.workers, request) },
  ]
  return { own, others }
}

async function answerReadiness(crew: AskedCrew, request: HttpRequest): Promise<HttpResponse> {
  const states = await Promise.all(
    crew.workers.map(async (worker): Promise<readonly [string, HostHealth | Absence]> => {
      const answer = await worker.ask(questionOf(request), HEALTH_MS)
      if (answer !== undefined && answer.body !== '') return [worker.name, bodyOf<HostHealth>(answer)]
      const reason = worker.isReady ? `no answer within ${HEALTH_MS / 1000} s` : worker.state
      return [worker.name, { status: 'down', reason }]
    }),
  )
  const health = mergeHealth(Object.fromEntries(states))
  if (crew.phase !== 'starting') return json(health.status === 'down' ? 503 : 200, health)
  return json(503, { ...health, status: 'down', reason: 'The gateway starts: not every worker is ready.' })
}

async function renderAll(crew: AskedCrew, own: Pick<MetricsRegistry, 'render'>, request: HttpRequest): Promise<string> {
  const answers = await askAll(crew.workers, request, LOOK_MS)
  const scraped = answers.map(([worker, { body }]) => ({ worker, text: Buffer.from(body, 'latin1').toString() }))
  return mergeMetrics([{ worker: undefined, text: await own.render() }, ...scraped])
}

async function answerLinks(crew: AskedCrew, request: HttpRequest): Promise<HttpResponse> {
  const answers = await askAll(crew.workers, request, LOOK_MS)
  const good = answers.filter(([, { status }]) => status === 200)
  if (good.length === 0) return answers[0] === undefined ? refuse() : toResponse(answers[0][1])
  const read = good.map(([worker, answer]) => [worker, bodyOf<LinksAnswer>(answer)] as const)
  const reports = Object.fromEntries(read.map(([worker, { links }]) => [worker, links]))
  return json(200, { links: mergeLinks(reports), holds: read[0]?.[1].holds ?? [] })
}

interface LinksAnswer {
  readonly links: readonly LinkReport[]
  readonly holds: readonly HoldReport[]
}

/** Workers read the same file, so what one refuses the others do, too. */
async function answerReload(crew: AskedCrew, request: HttpRequest): Promise<HttpResponse> {
  const answers = (await askAll(crew.workers, request, ACT_MS)).map(([, answer]) => answer)
  const refusal = answers.find(({ status }) => status !== 200)
  if (refusal !== undefined) return toResponse(refusal)
  return answers.length === 0 ? refuse() : json(200, mergeOutcomes(answers.map(bodyOf<ReloadOutcome>)))
}

async function passOn(workers: readonly Worker[], request: HttpRequest): Promise<HttpResponse> {
  const answer = await workers.find(({ isReady }) => isReady)?.ask(questionOf(request), ACT_MS)
  return answer === undefined ? refuse() : toResponse(answer)
}

/** The answers of those workers that answer in time, by name. */
async function askAll(
  workers: readonly Worker[],
  request: HttpRequest,
  limitMs: number,
): Promise<readonly (readonly [string, Answer])[]> {
  const question = questionOf(request)
  const answers = await Promise.all(workers.map(async (worker) => [worker.name, await worker.ask(question, limitMs)]))
  return answers.filter((each): each is [string, Answer] => each[1] !== undefined)
}

function questionOf({ method, path, query, headers, body, remoteAddress }: HttpRequest): Question {
  return {
    method,
    remoteAddress,
    url: query === '' ? path : `${path}?${query}`,
    headers: Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    body: Buffer.from(body).toString('latin1'),
  }
}

function toResponse({ status, headers, body }: Answer): HttpResponse {
  return { status, headers, body: Buffer.from(body, 'latin1') }
}

function bodyOf<T>({ body }: Answer): T {
  return JSON.parse(Buffer.from(body, 'latin1').toString()) as T
}

function refuse(): never {
  throw new GatewayError('unavailable', 'unavailable', 'No worker responds; see /readyz.')
}

function json(status: number, body: object): HttpResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: `${JSON.stringify(body)}\n` }
}
