import { systemClock } from '@heliograph/contracts'
import { explainWaiting, findMessages, traceMessage } from '@heliograph/engine'
import { normaliseNumber } from '@heliograph/messaging'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { formatFound } from '../format-found.ts'
import { formatTrace } from '../format-trace.ts'
import { formatWaiting } from '../format-waiting.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

const DAY_MS = 86_400_000

/** `message show`. */
export function showMessage(terminal: Terminal, smsId: number, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ sql }, output) => {
    const trace = await traceMessage(sql, systemClock, smsId)
    if (trace === undefined) throw new CommandError('message-not-found', `There is no message ${smsId}.`)
    const { record, history } = trace
    const waiting = (await explainWaiting(sql, smsId)) ?? []
    output.result({ ...record, history, waiting }, [...formatTrace(trace), ...formatWaiting(waiting)])
  })
}

export interface FindOptions extends CommonOptions {
  readonly to?: string
  readonly request?: string
  readonly client?: number
  readonly since?: Date
  readonly until?: Date
  readonly limit: number
}

/** `message find`. */
export function findAndShow(
  terminal: Terminal,
  { to, request: requestId, client: clientId, since, until, limit, ...options }: FindOptions,
): Promise<void> {
  if (to === undefined && requestId === undefined) throw new CommandError('nothing-to-find', NOTHING_TO_FIND)
  return withEngine(terminal, options, async ({ sql }, output, settings) => {
    const { country } = settings.configuration.sections.defaults
    const question = { to: to && readNumber(to, country), requestId, clientId, until, limit }
    const found = await findMessages(sql, systemClock, { ...question, since: since ?? earliest(to) })
    output.result({ messages: found.map(({ record }) => record) }, formatFound(found))
  })
}

const NOTHING_TO_FIND = 'Say which messages: --to with their recipient, or --request with the id of their request.'

/** No index has requests, so without a recipient every message of the time is read. */
function earliest(to: string | undefined): Date | undefined {
  return to === undefined ? new Date(systemClock.now() - DAY_MS) : undefined
}

function readNumber(to: string, country: string): string {
  const number = normaliseNumber(to, 'international', country)
  if (number === undefined) throw new CommandError('bad-number', `${to} is no phone number in international form.`)
  return number
}
