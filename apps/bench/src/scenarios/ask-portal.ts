import type { BenchGateway } from '../gateway/bench-gateway.ts'
import type { FigureSpec, Round } from '../report/figures.ts'
import { median } from '../report/statistics.ts'
import type { RunOptions } from './scenario.ts'

/** A kind of question to the portal's API, asked in turn. */
export interface Question {
  readonly key: string
  readonly label: string
  /** Paths with their queries. */
  readonly paths: readonly string[]
  /** What an answer has to be, so that an empty one is not taken for a fast one; returns what is wrong. */
  check(answer: unknown): string | undefined
}

/** Instance of the portal's API. */
export const PORTAL_API = { 'portal-api': { use: '@heliograph/adapter-portal-api' } }

const ROUNDS = 5

/** Median and slowest of each kind of question, in milliseconds until the whole answer has come. */
export function figuresOfQuestions(
  questions: readonly Pick<Question, 'key' | 'label'>[],
  goalMs: number,
): FigureSpec[] {
  return questions.flatMap(({ key, label }) => [
    { key, label: `${label}, median`, unit: 'ms', digits: 1, goal: { atMost: goalMs } },
    { key: `${key}Most`, label: `${label}, slowest`, unit: 'ms', digits: 1 },
  ])
}

/** Asks every question some times, one after the other, after a first time that does not count. */
export async function askPortal(
  { http }: BenchGateway,
  apiKey: string,
  questions: readonly Question[],
  { say, signal }: RunOptions,
): Promise<Pick<Round, 'complete' | 'problems' | 'values'>> {
  const values: Record<string, number> = {}
  const problems: string[] = []
  async function ask(path: string, check: Question['check']): Promise<number> {
    const startedAt = performance.now()
    const response = await fetch(new URL(`/portal/api/1${path}`, http), { headers: { 'X-API-Key': apiKey }, signal })
    const text = await response.text()
    const took = performance.now() - startedAt
    const problem = response.ok ? check(JSON.parse(text)) : `${response.status} ${text.slice(0, 200)}`
    if (problem !== undefined) problems.push(`${path}: ${problem}`)
    return took
  }
  for (const { key, label, paths, check } of questions) {
    for (const path of paths) await ask(path, check)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) for (const path of paths) times.push(await ask(path, check))
    values[key] = median(times) ?? 0
    values[`${key}Most`] = Math.max(...times)
    say(`${label}: ${values[key]?.toFixed(1)} ms`)
  }
  return { complete: problems.length === 0, problems: [...new Set(problems)], values }
}
