// Fails for objects that are put together by copying others (`{ ...given, a }`, `const { a, ...others } = given`) in
// the files below, which run for every request, message, receipt, PDU or webhook. V8 gives such an object its shape
// property by property, every time: that took a quarter of the gateway's time for a single message.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findCopies } from './find-copies.mjs'

const HOT = [
  'adapters/smpp/src/content.ts',
  'adapters/smpp/src/deliver.ts',
  'adapters/smpp/src/incoming-pdu.ts',
  'adapters/smpp/src/receipt-pdu.ts',
  'adapters/smpp/src/send-times.ts',
  'adapters/v2/src/operations/send.ts',
  'adapters/v2/src/routes.ts',
  'adapters/v2/src/wire.ts',
  'core/engine/src/accounts/expiring-cache.ts',
  'core/engine/src/accounts/remembered-lookups.ts',
  'core/engine/src/database/arrays.ts',
  'core/engine/src/database/micro-batch.ts',
  'core/engine/src/database/queues/fair-queue.ts',
  'core/engine/src/database/record-ids.ts',
  'core/engine/src/database/retry-forever.ts',
  'core/engine/src/intake/accept/group-rows.ts',
  'core/engine/src/intake/accept/outcome.ts',
  'core/engine/src/intake/accept/part-limits.ts',
  'core/engine/src/intake/accept/prepare.ts',
  'core/engine/src/intake/accept/store-alike-rows.ts',
  'core/engine/src/intake/accept/store-mixed-rows.ts',
  'core/engine/src/intake/accept/store-on-fast-path.ts',
  'core/engine/src/intake/accept/template.ts',
  'core/engine/src/intake/accept/to-dispatch-row.ts',
  'core/engine/src/notify/notifications/find-receipt-subjects.ts',
  'core/engine/src/notify/notifications/notify-receipts.ts',
  'core/engine/src/notify/sessions/enqueue-pushes.ts',
  'core/engine/src/notify/webhooks/endpoint-queue.ts',
  'core/engine/src/notify/webhooks/endpoint-schedule.ts',
  'core/engine/src/notify/webhooks/outcome-recorder.ts',
  'core/engine/src/notify/webhooks/prepare-webhooks.ts',
  'core/engine/src/notify/webhooks/record-outcomes.ts',
  'core/engine/src/notify/webhooks/sign-webhook.ts',
  'core/engine/src/notify/webhooks/webhook-attempt.ts',
  'core/engine/src/notify/webhooks/webhook-calls.ts',
  'core/engine/src/notify/webhooks/webhook-memory.ts',
  'core/engine/src/notify/webhooks/webhook.ts',
  'core/engine/src/outbound/batches/fast-path.ts',
  'core/engine/src/outbound/dispatch/held-messages.ts',
  'core/engine/src/outbound/dispatch/links/batch-ticket.ts',
  'core/engine/src/outbound/dispatch/links/link-pump.ts',
  'core/engine/src/outbound/dispatch/links/ready-heap.ts',
  'core/engine/src/outbound/dispatch/links/route-queue.ts',
  'core/engine/src/outbound/dispatch/links/route.ts',
  'core/engine/src/outbound/dispatch/links/slot.ts',
  'core/engine/src/outbound/dispatch/outgoing-message.ts',
  'core/engine/src/outbound/dispatch/results/decide.ts',
  'core/engine/src/outbound/dispatch/results/read-answer.ts',
  'core/engine/src/outbound/dispatch/results/record-first-answers.ts',
  'core/engine/src/outbound/dispatch/results/record-results.ts',
  'core/engine/src/outbound/receipts/ingest-receipts.ts',
  'core/engine/src/outbound/receipts/kept-receipts.ts',
  'core/engine/src/outbound/receipts/receipt-statements.ts',
  'core/engine/src/outbound/receipts/settle-plain-receipts.ts',
  'core/http/src/outbound/chunked-body.ts',
  'core/http/src/outbound/http-client.ts',
  'core/http/src/outbound/outbound-call.ts',
  'core/http/src/outbound/outbound-connection.ts',
  'core/http/src/outbound/outbound-origin.ts',
  'core/http/src/outbound/outbound-reply.ts',
  'core/http/src/outbound/reply-head.ts',
  'core/http/src/outbound/reply-parser.ts',
  'core/http/src/outbound/request-head.ts',
  'core/http/src/outbound/request-target.ts',
  'core/http/src/requests',
  'core/http/src/server/exchange.ts',
  'core/http/src/server/uws/uws-exchange.ts',
  'core/http/src/server/uws/uws-response.ts',
  'core/messaging/src/message-ids.ts',
  'core/messaging/src/numbers.ts',
  'core/postgres-driver/src',
  'core/wire/src/answers/responses.ts',
  'core/wire/src/fields',
  'plugins/carrier-simulator/src/link.ts',
  'plugins/carrier-smpp/src/deliveries.ts',
  'plugins/carrier-smpp/src/incoming-sms.ts',
]

const root = resolve(import.meta.dirname, '../..')
const problems = HOT.flatMap(problemsIn)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function problemsIn(path) {
  const listed = execFileSync('git', ['ls-files', path], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\n').filter((file) => file.endsWith('.ts'))
  if (files.length === 0) return [`configs/lint/copies.mjs: there is no ${path}`]
  return files.flatMap((file) =>
    findCopies(readFileSync(join(root, file), 'utf8'), file).map(
      (line) => `${file}:${line}: an object is copied where every message passes; write its fields`,
    ),
  )
}
