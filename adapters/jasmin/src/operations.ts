import type { HttpRequest, ModuleContext, Principal } from '@heliograph/contracts'
import { measureMessage } from '@heliograph/messaging'
import { type Arguments, checkArguments, RATE_FIELDS, SEND_FIELDS } from './arguments.ts'
import { ORIGIN } from './authentication.ts'
import type { BatchCallbacks } from './batch-callbacks.ts'
import { readContent } from './content.ts'
import { idOf, mapMessage, priorityOf } from './mapping.ts'
import type { JasminServices, jasminDependencies } from './services.ts'

/** What the interfaces work with. */
export interface Context
  extends Pick<ModuleContext<typeof jasminDependencies>, 'clock' | 'instanceId' | 'logger' | 'services'> {
  readonly callbacks: BatchCallbacks
}

/** Sends one message; resolves with its id. Throws `invalid` and `forbidden`. */
export async function sendOne(
  { clock, instanceId, services }: Context,
  principal: Principal,
  given: Arguments,
  { requestId }: Pick<HttpRequest, 'requestId'>,
): Promise<string> {
  checkArguments(given, SEND_FIELDS)
  const to = given.values.get('to') ?? ''
  const message = mapMessage(given, [to], { instance: instanceId, nowMs: clock.now() })
  const { entries } = await services.submissions.submit(principal, {
    origin: ORIGIN,
    requestId,
    priority: priorityOf(given),
    numbers: 'local',
    atomic: false,
    messages: [message],
  })
  const [entry] = entries
  if (entry === undefined) throw new Error('A message was submitted and has no entry')
  return idOf(entry, principal)
}

/** What Jasmin calls an unlimited balance or number of messages. */
const NOT_DEFINED = 'ND'

export async function balanceOf({ balances }: Pick<JasminServices, 'balances'>, principal: Principal) {
  const { credit } = await balances.of(principal)
  return { balance: credit === null ? NOT_DEFINED : Number(credit), sms_count: NOT_DEFINED }
}

export async function rateOf({ balances }: Pick<JasminServices, 'balances'>, principal: Principal, given: Arguments) {
  checkArguments(given, RATE_FIELDS)
  const { price } = await balances.of(principal)
  const { values } = given
  const isEmpty = (values.get('content') ?? '') === '' && !values.has('hex-content')
  const parts = isEmpty ? 1 : measureMessage(readContent(given)).parts
  return { unit_rate: Number(price), submit_sm_count: parts }
}

export function formatSuccess(messageId: string): string {
  return `Success "${messageId}"`
}
