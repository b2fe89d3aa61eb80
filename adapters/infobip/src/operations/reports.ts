import { createHash } from 'node:crypto'
import type { HttpResponse } from '@heliograph/contracts'
import { jsonResponse, Problems } from '@heliograph/wire'
import { ORIGIN } from '../authentication.ts'
import { MAX_MESSAGE_ID_LENGTH } from '../limits.ts'
import type { Operation, Version } from '../operation.ts'
import { readLimit, readQuery, refuseNotKept } from '../query.ts'
import { readOnce } from '../reading/read-once.ts'
import { readerKey } from '../reading/reader-key.ts'
import { reportSource } from '../reading/report-source.ts'
import { mapRecordToReport } from '../records.ts'

/** `GET /sms/3/reports`. */
export const reports3Operation = reportsOperation('/sms/3/reports', 3)

/** `GET /sms/1/reports`. */
export const reports1Operation = reportsOperation('/sms/1/reports', 1)

function reportsOperation(path: string, version: Version): Operation {
  return {
    method: 'GET',
    path,
    summary: 'Reports of messages that have ended, each once',
    async handle({ clock, instanceId, services }, { principal, request }): Promise<HttpResponse> {
      const problems = new Problems()
      const query = readQuery(request, problems)
      refuseNotKept(query)
      const limit = readLimit(query)
      const bulkId = query.text('bulkId', MAX_MESSAGE_ID_LENGTH)
      const messageId = query.text('messageId', MAX_MESSAGE_ID_LENGTH)
      problems.assertNone()
      const filter = { bulkId, messageId, origins: [ORIGIN] }
      const key = readerKey('reports', principal, bulkId === undefined && messageId === undefined ? '' : digest(filter))
      const reader = { key, limit, nowMs: clock.now(), state: services.state.of(instanceId) }
      const source = reportSource(services.reports, principal, filter, request.signal)
      const { records, settle } = await readOnce(source, reader)
      const results = records.map((record) => mapRecordToReport(record, version))
      return { ...jsonResponse(200, { results }), ended: (isSent) => settle(isSent && request.method !== 'HEAD') }
    },
  }
}

/** Names a filter in few characters: what is read by one filter has a place of its own. */
function digest(filter: object): string {
  return createHash('sha256').update(JSON.stringify(filter)).digest('hex').slice(0, 32)
}
