import type { SpeedLimit } from '@heliograph/contracts'
import { FieldReader, isJsonObject, type JsonObject, MAX_DESTINATIONS, Problems } from '@heliograph/wire'
import { MAX_MESSAGE_ID_LENGTH, MAX_TO_LENGTH } from '../limits.ts'
import type { Version } from '../operation.ts'
import { noteNotServed } from './fields.ts'
import type { ReadContext, WireDestination, WireMessage, WireSend } from './message.ts'

const OF_DESTINATION = { networkId: 'networkId' } as const

/** What stands beside the messages of a request, where each version has it. */
export interface SendHead {
  readonly bulkId: string | undefined
  readonly countsParts: boolean | undefined
  readonly speedLimit: SpeedLimit | undefined
  readonly readMessage: (message: FieldReader, destinations: readonly WireDestination[]) => WireMessage
}

/** Reads the body of a request to send. Throws `invalid` with every problem it has. */
export function parseSend(
  body: JsonObject,
  version: Version,
  context: ReadContext,
  readHead: (fields: FieldReader) => SendHead,
): WireSend {
  const problems = new Problems()
  const fields = new FieldReader(body, '', problems)
  const { bulkId, countsParts = false, speedLimit, readMessage } = readHead(fields)
  const messages = readMessages(fields, problems, context, readMessage)
  problems.assertNone()
  return { version, bulkId, speedLimit, messages, countsParts }
}

/** Reads the messages of a request, at most `MAX_DESTINATIONS` destinations in all. */
function readMessages(
  fields: FieldReader,
  problems: Problems,
  context: ReadContext,
  read: SendHead['readMessage'],
): readonly WireMessage[] {
  const messages: WireMessage[] = []
  let destinationsLeft = MAX_DESTINATIONS
  for (const [index, item] of fields.items('messages', MAX_DESTINATIONS).entries()) {
    const path = `messages[${index}]`
    if (!isJsonObject(item)) {
      problems.add(path, 'must be an object')
      continue
    }
    const message = new FieldReader(item, `${path}.`, problems)
    const destinations = readDestinations(message, `${path}.destinations`, problems, context)
    destinationsLeft -= destinations.length
    if (destinationsLeft < 0) {
      problems.add('messages', `must not have more than ${MAX_DESTINATIONS} destinations in all`)
      break
    }
    messages.push(read(message, destinations))
  }
  return messages
}

function readDestinations(
  message: FieldReader,
  path: string,
  problems: Problems,
  context: ReadContext,
): readonly WireDestination[] {
  const destinations: WireDestination[] = []
  const items = message.items('destinations', MAX_DESTINATIONS)
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    const place = `${path}[${index}]`
    if (!isJsonObject(item)) {
      problems.add(place, 'must be an object')
      continue
    }
    const fields = new FieldReader(item, `${place}.`, problems)
    noteNotServed(fields, OF_DESTINATION, context)
    if (item.to == null) fields.problem('to', 'is required')
    const to = fields.text('to', 1, MAX_TO_LENGTH) ?? ''
    destinations.push({ to, messageId: fields.text('messageId', 1, MAX_MESSAGE_ID_LENGTH) })
  }
  return destinations
}
