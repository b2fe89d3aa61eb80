import type { Principal } from '@heliograph/contracts'
import { normaliseNumber, senderForRecipient } from '@heliograph/messaging'
import { refusal } from './errors.ts'
import type { SendFields } from './send-fields.ts'
import type { TwilioContext } from './services.ts'

type Given = Pick<SendFields, 'from' | 'service' | 'to'>

/**
 * The address of the channel to send from; undefined, without a pause, for the default one. Rejects with `invalid` for
 * a sender or a service that the client does not have.
 */
export function senderFor(
  context: Pick<TwilioContext, 'services' | 'config'>,
  principal: Principal,
  given: Given,
): Promise<string> | undefined {
  return given.from === undefined && given.service === undefined ? undefined : findSender(context, principal, given)
}

async function findSender(
  context: Pick<TwilioContext, 'services' | 'config'>,
  principal: Principal,
  { from, service, to }: Given,
): Promise<string> {
  const senders = await context.services.channels.sendersOf(principal)
  const find = (given: string) => {
    const digits = normaliseNumber(given, 'international', principal.country) ?? given
    return senders.find(({ address, shownAs }) => [given, digits].some((one) => one === address || one === shownAs))
  }
  const pool = service === undefined ? [] : poolOf(context, service).flatMap((given) => find(given)?.address ?? [])
  if (from !== undefined) return (find(from) ?? fail('unknown-from')).address
  const recipient = normaliseNumber(to, 'international', principal.country) ?? to
  return senderForRecipient(pool, recipient) ?? fail('no-service')
}

function poolOf({ config }: Pick<TwilioContext, 'config'>, service: string): readonly string[] {
  if (!/^MG[0-9a-fA-F]{32}$/.test(service)) throw refusal('bad-service')
  return config.services.find(({ sid }) => sid === service)?.senders ?? fail('no-service')
}

function fail(code: 'unknown-from' | 'no-service'): never {
  throw refusal(code)
}
