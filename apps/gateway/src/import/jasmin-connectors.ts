import { defined } from './defined.ts'
import type { Finding, Outcome } from './plan.ts'
import { type SettingGroup, SettingReader } from './setting-reader.ts'

/** Maps an SMPP client connector, as `smppccm -s` shows it, to the settings of a link. */
export function mapConnector(
  group: SettingGroup,
  name: string,
  findings: Finding[],
): Readonly<Record<string, unknown>> {
  const given = new SettingReader(group, `connector ${group.settings.get('cid')?.value ?? ''}`, findings)
  given.note('cid', 'done', `link ${name} of the carrier`)
  const config = defined({ ...readConnection(given), ...readMessages(given) })
  for (const setting of ['con_loss_retry', 'con_fail_retry'])
    if (given.value(setting) !== undefined && !given.isTrue(setting))
      given.note(setting, 'not', 'a link comes back for as long as it is in the configuration')
  for (const [setting, usual] of Object.entries(USUAL))
    if (given.value(setting) === usual) given.note(setting, 'done', 'the same here')
  given.finish(REASONS)
  return config
}

const BINDS: Readonly<Record<string, string | undefined>> = {
  transmitter: 'transmitter-receiver',
  receiver: 'transmitter-receiver',
}

function readConnection(given: SettingReader) {
  const host = given.map('host', (value) => (value.includes(':') ? `[${value}]` : value), '`hosts`') ?? '127.0.0.1'
  const port = given.map('port', (value) => value, '`hosts`') ?? '2775'
  const bind = given.map(
    'bind',
    (value) => BINDS[value],
    given.value('bind') === 'transceiver' ? '`bind`' : '`bind`: a link has both directions',
    given.value('bind') === 'transceiver' ? 'done' : 'differently',
  )
  if (given.value('ssl') !== undefined) given.note('ssl', 'done', '`tls`; the certificate has to be good')
  const seconds = (name: string, how: string) => {
    const value = given.number(name, how)
    return value === undefined ? undefined : Math.round(value * 1_000)
  }
  const ton = given.number('bind_ton', '`addressRangeNumbers.ton`')
  const npi = given.number('bind_npi', '`addressRangeNumbers.npi`')
  return {
    hosts: [`${host}:${port}`],
    tls: given.isTrue('ssl') ? {} : undefined,
    systemId: given.map('username', (value) => value, '`systemId`') ?? '',
    password: given.map('password', (value) => value, '`password`, in the file that is written') ?? '',
    systemType: given.map('systype', (value) => value, '`systemType`'),
    addressRange: given.map('addr_range', (value) => value, '`addressRange`'),
    addressRangeNumbers: ton === undefined && npi === undefined ? undefined : defined({ ton, npi }),
    bind,
    rate: given.number('submit_throughput', '`rate`'),
    connectTimeoutMs: seconds('bind_to', '`connectTimeoutMs`'),
    responseTimeoutMs: seconds('res_to', '`responseTimeoutMs`; what was not answered is unknown, not sent again'),
    enquireLinkMs: seconds('elink_interval', '`enquireLinkMs`'),
    reconnectMinMs: seconds('con_loss_delay', '`reconnectMinMs`'),
  }
}

/** How ids in receipts are written, by `dlr_msgid`: as in the answers, or in the other base. */
const ID_FORMATS: Readonly<Record<string, string>> = { 0: 'string', 1: 'decimal', 2: 'hex' }

function readMessages(given: SettingReader) {
  const sender = numbersOf(given, 'src', '`sender`, all kinds')
  return {
    sender: sender && { international: sender, short: sender, alphanumeric: sender },
    recipient: numbersOf(given, 'dst', '`recipient`'),
    idFormat: given.map('dlr_msgid', (value) => ID_FORMATS[value], '`idFormat`'),
    validity: given.map('validity', () => 'relative', 'each message has a validity, which is passed on', 'differently'),
  }
}

function numbersOf(given: SettingReader, side: 'src' | 'dst', how: string) {
  const ton = given.number(`${side}_ton`, how)
  const npi = given.number(`${side}_npi`, how)
  return ton === undefined && npi === undefined ? undefined : defined({ ton, npi })
}

/** Values that need no counterpart. */
const USUAL: Readonly<Record<string, string>> = {
  con_loss_retry: 'yes',
  con_fail_retry: 'yes',
  ripf: '0',
  def_msg_id: '0',
  priority: '0',
  coding: '0',
}

const LOG: readonly [Outcome, string] = ['differently', 'one log for all, by link']

/** What is left of a connector. */
const REASONS: Readonly<Record<string, readonly [Outcome, string]>> = {
  con_fail_delay: ['differently', '`reconnectMinMs`, doubling up to `reconnectMaxMs`'],
  trx_to: ['differently', 'a link without traffic stays; `enquireLinkMs` finds out whether it is alive'],
  pdu_red_to: ['differently', '`responseTimeoutMs`'],
  requeue_delay: ['differently', '`dispatch.retryDelaysSeconds`, until the validity ends'],
  dlr_expiry: ['differently', 'a receipt finds its message for as long as that is kept'],
  src_addr: ['differently', 'every client has a default channel'],
  coding: ['differently', 'by the text; see `alphabet` and `dataCoding`'],
  priority: ['not', 'priorities order messages in the gateway'],
  proto_id: ['not', 'protocol_id is that of an SMS'],
  ripf: ['not', 'messages are not replaced at the network'],
  def_msg_id: ['not', 'messages have their texts'],
  logfile: LOG,
  loglevel: LOG,
  logrotate: LOG,
  logprivacy: ['done', 'texts are in no log'],
  custom_tlvs: ['not', 'messages have no parameters of their own'],
}
