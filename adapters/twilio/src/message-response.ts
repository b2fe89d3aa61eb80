import type { HttpResponse } from '@heliograph/contracts'
import { jsonTextResponse } from '@heliograph/wire'
import type { WireMessage } from './resources.ts'

/** The answer with one message. */
export function messageResponse(status: number, message: WireMessage): HttpResponse {
  return jsonTextResponse(status, writeMessage(message))
}

/**
 * Writes a message as `JSON.stringify` does, but faster, since half of it is always the same: every request to send is
 * answered with one. What this adapter makes itself has nothing to escape.
 */
function writeMessage(message: WireMessage): string {
  return (
    `{"account_sid":"${message.account_sid}","api_version":"${message.api_version}",` +
    `"direction":"${message.direction}","num_media":"${message.num_media}","sid":"${message.sid}",` +
    `"subresource_uris":{"media":"${message.subresource_uris.media}"},"uri":"${message.uri}",` +
    `"body":${textOf(message.body)},"date_created":${wordOf(message.date_created)},` +
    `"date_sent":${wordOf(message.date_sent)},"date_updated":${wordOf(message.date_updated)},` +
    `"error_code":${message.error_code},"error_message":${wordOf(message.error_message)},` +
    `"from":${textOf(message.from)},"messaging_service_sid":${textOf(message.messaging_service_sid)},` +
    `"num_segments":"${message.num_segments}","price":${wordOf(message.price)},` +
    `"price_unit":${textOf(message.price_unit)},"status":"${message.status}","to":${textOf(message.to)}}`
  )
}

/** Anything but characters that stand for themselves in a text of JSON; halves of pairs may be alone. */
const ESCAPED = /[^ !\x23-\x5b\x5d-\ud7ff\ue000-\uffff]/

function textOf(value: string | null): string {
  if (value === null) return 'null'
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`
}

function wordOf(value: string | null): string {
  return value === null ? 'null' : `"${value}"`
}
