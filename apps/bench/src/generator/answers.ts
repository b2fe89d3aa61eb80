import type { RequestKind } from './job.ts'

const MARK_OF: Record<RequestKind['kind'], Buffer> = {
  single: Buffer.from('"PENDING_ACCEPTED"'),
  batch: Buffer.from('"PENDING_ACCEPTED"'),
  sendsms: Buffer.from('0: Accepted for delivery'),
  report: Buffer.from('"smsId":'),
  logs: Buffer.from('"smsId":'),
}

const ERROR_LENGTH = 300

/** Counts what the answers said. */
export class Answers {
  readonly #mark: Buffer
  readonly statuses: Record<string, number> = {}
  succeeded = 0
  accepted = 0
  firstError: string | null = null

  constructor(kind: RequestKind['kind']) {
    this.#mark = MARK_OF[kind]
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
