import type { RequestKind } from './job.ts'

const MARKS: Record<Exclude<RequestKind['kind'], 'text'>, string> = {
  single: '"PENDING_ACCEPTED"',
  batch: '"PENDING_ACCEPTED"',
  report: '"smsId":',
  logs: '"smsId":',
}

const ERROR_LENGTH = 300

/** Counts answers by their content. */
export class Answers {
  readonly #mark: Buffer
  readonly statuses: Record<string, number> = {}
  succeeded = 0
  accepted = 0
  firstError: string | null = null

  constructor(request: RequestKind) {
    this.#mark = Buffer.from(request.kind === 'text' ? request.mark : MARKS[request.kind])
  }

  add(status: number, body: Buffer): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (status >= 200 && status < 300) this.succeeded += 1
    else this.firstError ??= body.toString('utf8', 0, ERROR_LENGTH)
    for (let at = body.indexOf(this.#mark); at >= 0; at = body.indexOf(this.#mark, at + this.#mark.length)) {
      this.accepted += 1
    }
  }
}
