import { type EditedRequest, KEY_PLACE } from './http-request.ts'

/** The documented requests of the REST interface, by method and path. */
export function restRequests(to: string): readonly EditedRequest[] {
  const asks = (path: string): EditedRequest => ({ method: 'GET', path, headers: KEY, body: '' })
  const tells = (method: string, path: string, body?: unknown): EditedRequest => ({
    method,
    path,
    headers: body === undefined ? KEY : `${KEY}\nContent-Type: application/json`,
    body: body === undefined ? '' : JSON.stringify(body, null, 2),
  })
  return [
    tells('POST', '/sms/2/messages', { messages: [{ destinations: [{ to }], text: 'Hello' }] }),
    tells('POST', '/sms/2/text/single', { to, text: 'Hello' }),
    tells('POST', '/sms/2/preview', { text: 'Hello' }),
    asks('/sms/2/reports?limit=10'),
    asks('/sms/2/logs?limit=10'),
    asks('/sms/2/messages/MESSAGE_ID/history'),
    asks('/sms/2/bulks'),
    tells('PUT', '/sms/2/bulks?bulkId=BULK_ID', { sendAt: '2030-01-01T09:00:00.000+0000' }),
    tells('DELETE', '/sms/2/bulks?bulkId=BULK_ID'),
    asks('/sms/2/bulks/status?bulkId=BULK_ID'),
    tells('PUT', '/sms/2/bulks/status?bulkId=BULK_ID', { status: 'PAUSED' }),
  ]
}

const KEY = `Authorization: App ${KEY_PLACE}`

/** Whether a request reads and does no more; whatever is not known to may send. */
export function isReading(adapter: string, { method, path }: EditedRequest): boolean {
  return adapter === 'v2' && (method === 'GET' || path.startsWith('/sms/2/preview'))
}
