import { inLanguageOfPage, type ReportedFaults } from './field-faults.ts'

/** Categories of errors that may be gone at the next attempt. */
const PASSING = new Set(['offline', 'unavailable', 'throttled'])

/** Why a request failed: the error that the API returned, or that it could not be reached. */
export class Problem extends Error {
  /**
   * One of a closed list: `invalid`, `unauthenticated`, `forbidden`, `not-found`, `conflict`, `throttled`,
   * `unavailable`, ...; `offline` when there was no answer.
   */
  readonly category: string
  /** Stable, such as `no-credit`. */
  readonly code: string
  /** What is wrong, by the path of the field, in the language of the page. */
  readonly details: Readonly<Record<string, string>>
  /** What these fields are called in the language of the page, by their paths; fields without a name are missing. */
  readonly names: Readonly<Record<string, string>>
  /** Seconds after which it may work, if the answer named them. */
  readonly retryAfter: number | undefined

  constructor(answer: ProblemAnswer, retryAfter?: number) {
    super(answer.message)
    this.name = 'Problem'
    this.category = answer.category
    this.code = answer.code
    this.details = answer.details
    this.names = answer.names ?? {}
    this.retryAfter = retryAfter
  }
}

interface ProblemAnswer {
  readonly category: string
  readonly code: string
  readonly message: string
  readonly details: Readonly<Record<string, string>>
  readonly names?: Readonly<Record<string, string>>
}

/** As the API says it. */
type ReportedProblem = ProblemAnswer & Partial<ReportedFaults>

/**
 * The problem that a response describes. A response without the API's error form comes from something in front of the
 * gateway.
 */
export async function readProblem(response: Response): Promise<Problem> {
  const answer: unknown = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const found = isAnswer(answer) ? answer : foreignAnswer(response)
  const shown = await inLanguageOfPage({ details: found.details ?? {}, faults: found.faults ?? {} })
  return new Problem({ ...found, ...shown }, Number.isNaN(retryAfter) ? undefined : retryAfter)
}

/** Turns what a failed call threw into a problem, including a rejected `fetch`. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const category = thrown instanceof TypeError ? 'offline' : 'internal'
  return new Problem({ category, code: category, message, details: {} })
}

/** Whether another attempt may do what this one did not. */
export function isPassing(thrown: unknown): boolean {
  return PASSING.has(toProblem(thrown).category)
}

function isAnswer(answer: unknown): answer is ReportedProblem {
  return typeof answer === 'object' && answer !== null && 'category' in answer && 'message' in answer
}

function foreignAnswer({ status, statusText }: Response): ReportedProblem {
  const category = status >= 500 ? 'unavailable' : 'invalid'
  return { category, code: `http-${status}`, message: `${status} ${statusText}`.trim(), details: {} }
}
