import type { RequestFilter, RequestLog, RequestRecord } from '@heliograph/contracts'

/** Requests of clients as added by a test: the double has no host that would see real ones. */
export interface MemoryRequests extends RequestLog {
  add(clientId: number, record: Omit<RequestRecord, 'entryId'>): void
}

export function createMemoryRequests(): MemoryRequests {
  const records: { readonly clientId: number; readonly record: RequestRecord }[] = []
  return {
    add: (clientId, record) => void records.unshift({ clientId, record: { ...record, entryId: records.length + 1 } }),
    async find({ clientId }, filter) {
      const own = records.filter((each) => each.clientId === clientId).map(({ record }) => record)
      const fitting = own.filter((record) => isFitting(record, filter))
      const page = fitting.slice(0, filter.limit)
      return { records: page, next: fitting.length > page.length ? page.at(-1)?.entryId : undefined }
    },
  }
}

function isFitting(record: RequestRecord, filter: RequestFilter): boolean {
  const { before = Number.MAX_SAFE_INTEGER, isRefused, field, text } = filter
  const { entryId, error, path, query, body, answer } = record
  const words = [path, query, body, answer, error?.code, error?.message].join('\n').toLowerCase()
  return (
    entryId < before &&
    SAME.every((name) => filter[name] === undefined || filter[name] === record[name]) &&
    (isRefused === undefined || isRefused === (error !== null)) &&
    (field === undefined || Object.keys(error?.fields ?? {}).some((name) => name.includes(field))) &&
    (text === undefined || words.includes(text.toLowerCase()))
  )
}

/** What has to be as given. */
const SAME = ['instanceId', 'userId', 'keyId', 'requestId', 'status'] as const
