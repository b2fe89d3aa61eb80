import { type AdapterCase, type AdapterKit, CONFORMANCE_API_KEY, type TestRequest } from '@heliograph/testkit'

export const PATH = '/api/http/queue/main.ashx'
export const BASE: TestRequest = { method: 'POST', path: PATH, query: { key: CONFORMANCE_API_KEY } }

export const PHONE = '+27821234567'
export const DIGITS = '27821234567'

interface Over {
  readonly id?: unknown
  readonly type?: unknown
  readonly data?: Readonly<Record<string, unknown>>
}

/** An event of a waiting visit, with further or other fields. */
export function event({ data, ...over }: Over = {}): TestRequest {
  return {
    json: { id: 'e1', type: 'visit.created', data: { id: 'v1', state: 'WAITING', phone: PHONE, ...data }, ...over },
  }
}

/** The same for a change of a visit. */
export function update(state: string, over: Over = {}): TestRequest {
  return event({ id: `update-${state}`, type: 'visit.updated', ...over, data: { state, ...over.data } })
}

/** Sends requests before the row. */
export function after(...requests: readonly TestRequest[]): NonNullable<AdapterCase['before']> {
  return async (kit: AdapterKit) => {
    for (const request of requests) await kit.request(request)
  }
}

/** The answer to an event whose text was accepted. */
export function dispatched(text: unknown, eventType = 'visit.created'): AdapterCase['expect'] {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: {
      status: 'ok',
      eventType,
      message: new RegExp(`^SMS dispatched to ${DIGITS}: OK:[1-9]\\d*:PENDING_ENROUTE$`),
    },
    submitted: [{ to: DIGITS, text, origin: 'queue-platform', priority: 'NORMAL' }],
  }
}

/** The answer to an event that sent nothing. */
export function ok(message: string | RegExp, eventType: unknown = 'visit.created'): AdapterCase['expect'] {
  return { status: 200, body: { status: 'ok', eventType, message } }
}

export function refusal(status: number, error: string, headers: Record<string, RegExp | string> = {}) {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: { status: 'error', error, message: /./ },
  }
}
