import { defined } from './defined.ts'
import { slugOf } from './link-names.ts'
import type { Finding, Outcome, PlannedRule } from './plan.ts'
import { type SettingGroup, SettingReader } from './setting-reader.ts'

/** A link that takes the place of an `smsc` group. */
export interface MappedLink {
  /** Of the link: letters, digits and hyphens. */
  readonly name: string
  readonly config: Readonly<Record<string, unknown>>
  /** The route of all links with this `smsc-id`. */
  readonly route: string
  /** Only for messages that are sent there by name. */
  readonly isReserved: boolean
  /** Beginnings of numbers, in digits. */
  readonly prefixes: readonly string[]
  readonly isPreferred: boolean
}

/** Maps an `smsc` group; undefined for one that is no SMPP link. */
export function mapSmsc(group: SettingGroup, name: string, findings: Finding[]): MappedLink | undefined {
  const given = new SettingReader(group, `smsc ${name}`, findings)
  const kind = given.value('smsc') ?? ''
  if (kind !== 'smpp') {
    given.note('smsc', 'not', `${kind || 'this kind'} is not SMPP; see the carrier packages for other protocols`)
    return undefined
  }
  given.note('smsc', 'done', `link ${name} of the carrier`)
  const config = defined({ ...readConnection(given), ...readMessages(given) })
  const prefixes = given.map('allowed-prefix', digitsIn, 'a rule of its own for these recipients') ?? []
  const preferred = given.map('preferred-prefix', digitsIn, 'a rule of its own for these recipients') ?? []
  const isReserved = given.value('allowed-smsc-id') !== undefined
  if (isReserved) given.note('allowed-smsc-id', 'done', 'left out of the default route')
  const route = given.map('smsc-id', slugOf, `route ${slugOf(given.value('smsc-id') ?? '')}`) ?? name
  given.finish(REASONS)
  const all = [...new Set([...prefixes, ...preferred])]
  return {
    name,
    config,
    route,
    isReserved: isReserved || prefixes.length > 0,
    prefixes: all,
    isPreferred: preferred.length > 0,
  }
}

/** Rules for the recipients that links name, the longest beginnings first. */
export function rulesOf(links: readonly MappedLink[]): readonly PlannedRule[] {
  const byRoute = new Map<string, Set<string>>()
  for (const { route, prefixes } of links)
    for (const prefix of prefixes) byRoute.set(route, (byRoute.get(route) ?? new Set()).add(prefix))
  return [...byRoute]
    .map(([route, prefixes]) => ({ name: `recipients of ${route}`, when: { to: [...prefixes].sort() }, route }))
    .sort((a, b) => longest(b) - longest(a))
}

const longest = ({ when }: PlannedRule) => Math.max(...(when.to ?? []).map(({ length }) => length))

function readConnection(given: SettingReader) {
  const port = given.value('port') ?? given.value('receive-port') ?? '2775'
  const host = given.map('host', (value) => value, '`hosts`') ?? 'localhost'
  for (const name of ['port', 'receive-port'] as const) {
    const value = given.value(name)
    if (value === port) given.note(name, 'done', '`hosts`')
    else if (value !== undefined) given.note(name, 'not', `a link has one port for both directions: ${port}`)
  }
  const isTransceiver = given.isTrue('transceiver-mode')
  if (given.value('transceiver-mode') !== undefined) given.note('transceiver-mode', 'done', '`bind`')
  const isTls = given.isTrue('use-ssl')
  if (given.value('use-ssl') !== undefined) given.note('use-ssl', 'done', '`tls`; the certificate has to be good')
  const seconds = (name: string, how: string) => {
    const value = given.number(name, how)
    return value === undefined ? undefined : Math.round(value * 1_000)
  }
  const ton = given.number('bind-addr-ton', '`addressRangeNumbers.ton`')
  const npi = given.number('bind-addr-npi', '`addressRangeNumbers.npi`')
  return {
    hosts: [`${host}:${port}`],
    tls: isTls ? {} : undefined,
    systemId: given.map('smsc-username', (value) => value, '`systemId`') ?? '',
    password: given.map('smsc-password', (value) => value, '`password`, in the file that is written') ?? '',
    systemType: given.map('system-type', (value) => value, '`systemType`'),
    addressRange: given.map('address-range', (value) => value, '`addressRange`'),
    addressRangeNumbers: ton === undefined && npi === undefined ? undefined : defined({ ton, npi }),
    bind: isTransceiver ? undefined : 'transmitter-receiver',
    binds: given.number('instances', '`binds`'),
    window: given.number('max-pending-submits', '`window`'),
    rate: given.number('throughput', '`rate`'),
    connectTimeoutMs: seconds('connection-timeout', '`connectTimeoutMs`'),
    responseTimeoutMs: seconds('wait-ack', '`responseTimeoutMs`; what was not answered is unknown, not sent again'),
    enquireLinkMs: seconds('enquire-link-interval', '`enquireLinkMs`'),
    reconnectMinMs: seconds('reconnect-delay', '`reconnectMinMs`'),
  }
}

/** Values of `msg-id-type`: bit 1 the answers are in hexadecimal, bit 2 the receipts (0x00 to 0x03). */
const ID_FORMATS = ['string', 'decimal', 'hex', 'string'] as const

function readMessages(given: SettingReader) {
  const isAuto = given.value('source-addr-autodetect') === undefined || given.isTrue('source-addr-autodetect')
  if (given.value('source-addr-autodetect') !== undefined)
    given.note('source-addr-autodetect', 'done', isAuto ? 'by the form of the sender' : 'one kind for all senders')
  const senderTon = given.number('source-addr-ton', isAuto ? '`sender.international.ton`' : '`sender`, all kinds')
  const senderNpi = given.number('source-addr-npi', isAuto ? '`sender.international.npi`' : '`sender`, all kinds')
  const sender =
    senderTon === undefined && senderNpi === undefined ? undefined : defined({ ton: senderTon, npi: senderNpi })
  const ton = given.number('dest-addr-ton', '`recipient.ton`')
  const npi = given.number('dest-addr-npi', '`recipient.npi`')
  return {
    serviceType: given.map('service-type', (value) => value, '`serviceType`'),
    sender:
      sender && (isAuto ? { international: sender } : { international: sender, short: sender, alphanumeric: sender }),
    recipient: ton === undefined && npi === undefined ? undefined : defined({ ton, npi }),
    idFormat: given.map('msg-id-type', (value) => ID_FORMATS[Number(value) & 3], '`idFormat`'),
    alphabet: given.map('alt-charset', alphabetOf, '`alphabet`'),
    validity: given.map(
      'validityperiod',
      () => 'relative',
      'each message has a validity of its own, which is passed on',
      'differently',
    ),
  }
}

function alphabetOf(charset: string): string {
  return /8859-1|latin/i.test(charset) ? 'latin1' : /ascii/i.test(charset) ? 'ascii' : 'gsm'
}

/** What is left of an `smsc` group. */
const REASONS: Readonly<Record<string, readonly [Outcome, string]>> = {
  'interface-version': ['done', 'links speak SMPP 3.4'],
  'denied-prefix': ['not', 'make a rule for these recipients that leads to another route'],
  'denied-smsc-id': ['not', 'routes name their links'],
  'preferred-smsc-id': ['not', 'routes name their links, with weights and fallbacks'],
  'my-number': ['not', 'incoming SMS belong to the channel that they were sent to'],
  'alt-dcs': ['not', 'see `dataCoding`'],
  'esm-class': ['done', 'by what a message is'],
  'wait-ack-expire': ['differently', 'what was not answered is held or sent again by its priority: `unknownOutcome`'],
  'log-file': ['differently', 'one log for all, by link'],
  'log-level': ['differently', 'one log for all, by link'],
}

function digitsIn(list: string): readonly string[] {
  return list
    .split(';')
    .map((prefix) => prefix.replace(/^\s*(?:\+|00)/, '').replaceAll(/\D/g, ''))
    .filter((prefix) => prefix !== '')
}
