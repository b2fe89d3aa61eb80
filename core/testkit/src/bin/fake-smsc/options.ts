import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Behaviour, ReceiptBehaviour, SubmitBehaviour } from '../../smsc/behaviour.ts'
import type { FakeSmscOptions } from '../../smsc/fake-smsc.ts'
import { SMSC_FATES } from '../../smsc/fates.ts'
import { ID_FORMATS, type IdFormat } from '../../smsc/network-ids.ts'
import type { ReceivedSubmit } from '../../smsc/received.ts'

/** The options of the command line, by the names of their flags. */
export interface FakeSmscFlags {
  readonly host: string
  readonly port: number
  readonly tlsKey?: string
  readonly tlsCert?: string
  readonly systemId?: string
  readonly password?: string
  readonly refuseBinds: number
  readonly maxBinds: number
  readonly rate: number
  readonly window: number
  readonly ignoreEnquireLinks?: boolean
  readonly delay: number
  readonly status: number
  readonly loseEvery: number
  readonly dropEvery: number
  readonly fates?: boolean
  readonly idFormat: IdFormat
  readonly firstId?: bigint
  readonly receipts: boolean
  readonly receiptDelay: number
  readonly receiptStat: string
  readonly receiptIdFormat?: IdFormat
  readonly receiptTimes: number
  readonly receiptFirst?: boolean
  readonly deliveryWindow: number
  readonly incoming?: string
  readonly keep: number
  readonly countDuplicates?: boolean
}

export function addOptions(command: Command): Command {
  const idFormat = (flags: string, description: string) => new Option(flags, description).choices(ID_FORMATS)
  return command
    .description(
      'A mobile network that speaks SMPP 3.4 and behaves as instructed. Prints a JSON line with its port, and one with counts when it is stopped.',
    )
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any free one', whole, 2776)
    .option('--tls-key <file>', 'PEM file of the key; TLS instead of plain connections')
    .option('--tls-cert <file>', 'PEM file of the certificate')
    .option('--system-id <id>', 'refuse binds with another one (ESME_RINVSYSID)')
    .option('--password <password>', 'refuse binds with another one (ESME_RINVPASWD)')
    .option('--refuse-binds <status>', 'refuse every bind with this command_status', whole, 0)
    .option('--max-binds <number>', 'binds at once, 0 for any number', whole, 0)
    .option('--rate <number>', 'submits a second; those above are throttled, 0 for no limit', whole, 0)
    .option('--window <number>', 'unanswered submits of a bind; those above are throttled, 0 for no limit', whole, 0)
    .option('--ignore-enquire-links', 'leave enquire_link unanswered')
    .option('--delay <ms>', 'time until a submit is answered', whole, 0)
    .option('--status <status>', 'command_status of the answers', whole, 0)
    .option('--lose-every <n>', 'leave every n-th submit unanswered, though it is taken', whole, 0)
    .option('--drop-every <n>', 'cut the connection off instead of taking every n-th submit', whole, 0)
    .option('--fates', 'recipients that end in 901 to 911 meet what they meet with the simulator')
    .addOption(idFormat('--id-format <format>', 'spelling of ids in answers').default('decimal'))
    .option('--first-id <number>', 'number of the first message; by default one that no earlier run has used', natural)
    .option('--no-receipts', 'send none, even when they are asked for')
    .option('--receipt-delay <ms>', 'time between answer and receipt', whole, 0)
    .option('--receipt-stat <stat>', 'state word of receipts', 'DELIVRD')
    .addOption(idFormat('--receipt-id-format <format>', 'spelling of ids in receipts; as in answers by default'))
    .option('--receipt-times <number>', 'how many times each receipt is sent', whole, 1)
    .option('--receipt-first', 'receipts come before the answer')
    .option('--delivery-window <number>', 'deliver_sm unanswered at once on a bind', whole, 100)
    .option('--incoming <from,to,text>', 'send this SMS to the first client that can receive')
    .option('--keep <number>', 'submits kept in memory', whole, 0)
    .option('--count-duplicates', 'count submits of the same recipient and octets as one before')
}

/** @param see called with each submit */
export function smscOptions(flags: FakeSmscFlags, see?: (submit: ReceivedSubmit) => void): FakeSmscOptions {
  const { deliveryWindow, host, idFormat, keep, maxBinds, password, port, rate, refuseBinds, systemId, window } = flags
  return {
    host,
    port,
    ...(flags.tlsKey && flags.tlsCert
      ? { tls: { key: readFileSync(flags.tlsKey), cert: readFileSync(flags.tlsCert) } }
      : {}),
    ...(systemId === undefined ? {} : { systemId }),
    ...(password === undefined ? {} : { password }),
    refuseBinds,
    maxBinds,
    rate,
    window,
    ignoreEnquireLinks: flags.ignoreEnquireLinks ?? false,
    idFormat,
    // A network does not reuse its ids, and this one's clients may remember those of an earlier run.
    firstId: flags.firstId ?? BigInt(Date.now()) * 1_000_000n,
    deliveryWindow,
    keep,
    behaviour: behaviourOf(flags, see),
  }
}

function behaviourOf(flags: FakeSmscFlags, see: ((submit: ReceivedSubmit) => void) | undefined): Behaviour {
  const receipt: ReceiptBehaviour = {
    before: flags.receiptFirst,
    delayMs: flags.receiptDelay,
    stat: flags.receiptStat,
    times: flags.receiptTimes,
    idFormat: flags.receiptIdFormat,
  }
  const otherwise: SubmitBehaviour = {
    delayMs: flags.delay,
    status: flags.status,
    receipt: flags.receipts ? receipt : false,
  }
  const lost: SubmitBehaviour = { ...otherwise, noResponse: true }
  let count = 0
  const isEvery = (n: number) => n > 0 && count % n === 0
  return {
    otherwise,
    bySuffix: flags.fates ? SMSC_FATES : undefined,
    by(submit) {
      count += 1
      see?.(submit)
      if (isEvery(flags.dropEvery)) return { drop: 'before' }
      return isEvery(flags.loseEvery) ? lost : undefined
    },
  }
}

function whole(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isInteger(number) || number < 0)
    throw new InvalidArgumentError('not a whole number')
  return number
}

function natural(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('not a whole number')
  return BigInt(text)
}
