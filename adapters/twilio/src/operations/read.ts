import type { HttpResponse, MessageRecord } from '@heliograph/contracts'
import { notFound } from '../errors.ts'
import { messageResponse } from '../message-response.ts'
import { mapRecord } from '../resources.ts'
import type { Call, TwilioContext } from '../services.ts'

/** `GET .../Messages/SM....json`. */
export async function read(context: TwilioContext, call: Call): Promise<HttpResponse> {
  return messageResponse(200, mapRecord(await findRecord(context, call), context))
}

/** The id that the path names. Throws `not-found`. */
export function smsIdOf({ sids }: Pick<TwilioContext, 'sids'>, { principal, request }: Call): number {
  const sid = request.params.message?.replace(/\.json$/, '') ?? ''
  const smsId = sids.read('SM', principal.clientId, sid)
  if (smsId === undefined) throw notFound(request.path)
  return smsId
}

/** Resolves with the message that the path names. Throws `not-found`. */
export async function findRecord(
  context: Pick<TwilioContext, 'services' | 'sids'>,
  call: Call,
): Promise<MessageRecord> {
  const { principal, request } = call
  const smsId = smsIdOf(context, call)
  const found = await context.services.reports.findByIds(principal, [smsId], { signal: request.signal })
  const record = found.get(smsId)
  if (record === undefined) throw notFound(request.path)
  return record
}
