import type { CarrierLink, ModuleContext, OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import type { Config } from './config.ts'
import { outcomeOfFailure, outcomeOfReply } from './outcomes.ts'
import { formatMessage } from './wire.ts'

/** The name of the link. */
export const LINK = 'main'

/** A link, with the functions that start and stop it. */
export interface RunningLink {
  readonly link: CarrierLink
  start(): Promise<void>
  stop(signal: AbortSignal): Promise<void>
}

/**
 * Creates a link that sends one request per message. The gateway handles order, window, rate and retries; the link only
 * translates.
 */
export function createLink(
  { url, key, window, partsPerSecond }: Config,
  { clock, http, logger }: Pick<ModuleContext, 'clock' | 'http' | 'logger'>,
): RunningLink {
  const outstanding = new Set<Promise<unknown>>()
  const end = new AbortController()
  let isRunning = false
  let changed = (): void => undefined

  function run(next: boolean): void {
    if (next === isRunning) return
    isRunning = next
    changed()
  }

  async function ask(message: OutgoingMessage): Promise<PartOutcome> {
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': key }
      const { signal } = end
      const reply = await http.request({ method: 'POST', url, headers, body: formatMessage(message), signal })
      return outcomeOfReply(reply, clock.now())
    } catch (error) {
      logger.warn({ err: error, smsId: message.smsId }, 'the network did not answer')
      return outcomeOfFailure(error)
    }
  }

  /** Never rejects: every result is an outcome. A single outcome applies to all parts of the message. */
  async function submit(message: OutgoingMessage): Promise<readonly PartOutcome[]> {
    if (!isRunning) return [{ kind: 'not-sent' }]
    if (message.encoding === 'binary' || message.userDataHeader !== null)
      return [{ kind: 'refused', fault: 'route', status: 'BINARY' }]
    const answer = ask(message)
    outstanding.add(answer)
    const outcome = await answer
    outstanding.delete(answer)
    return [outcome]
  }

  return {
    link: {
      name: LINK,
      window,
      partsPerSecond,
      // One receipt for the whole message.
      receipts: 'first',
      isUp: () => isRunning,
      onChange(listener) {
        changed = listener
      },
      submit,
    },
    start: async () => run(true),
    async stop(signal) {
      run(false)
      // Requests that are under way may end by themselves, until there is no more time.
      const giveUp = () => end.abort()
      if (signal.aborted) giveUp()
      signal.addEventListener('abort', giveUp)
      await Promise.all(outstanding)
      signal.removeEventListener('abort', giveUp)
    },
  }
}
