/** A connector as `smppccm -s` shows it, in the order of a newer release. */
export function shownConnector(cid: string, change: Readonly<Record<string, string>> = {}): string {
  return Object.entries({
    cid,
    host: '127.0.0.1',
    port: '2775',
    username: 'smppclient',
    logrotate: 'midnight',
    password: 'password',
    systype: '',
    logfile: `/var/log/jasmin/default-${cid}.log`,
    loglevel: '20',
    logprivacy: 'no',
    bind_to: '30',
    elink_interval: '30',
    res_to: '120',
    con_loss_retry: 'yes',
    bind_npi: '0',
    con_loss_delay: '10',
    con_fail_delay: '10',
    pdu_red_to: '10',
    bind: 'transceiver',
    bind_ton: '0',
    src_ton: '2',
    src_npi: '1',
    dst_ton: '1',
    addr_range: 'None',
    src_addr: 'None',
    proto_id: 'None',
    priority: '0',
    validity: 'None',
    ripf: '0',
    def_msg_id: '0',
    coding: '0',
    requeue_delay: '120',
    submit_throughput: '1',
    dlr_expiry: '86400',
    dlr_msgid: '0',
    con_fail_retry: 'yes',
    dst_npi: '1',
    trx_to: '300',
    ssl: 'no',
    custom_tlvs: 'none',
    ...change,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('\n')
}

const CREDENTIAL = {
  ...Object.fromEntries(
    [
      'http_send',
      'http_balance',
      'http_rate',
      'http_bulk',
      'smpps_send',
      'http_long_content',
      'dlr_level',
      'http_dlr_method',
      'src_addr',
      'priority',
      'validity_period',
      'schedule_delivery_time',
      'hex_content',
    ].map((name) => [`mt_messaging_cred authorization ${name}`, name === 'http_bulk' ? 'False' : 'True']),
  ),
  'mt_messaging_cred valuefilter dst_addr': '.*',
  'mt_messaging_cred valuefilter src_addr': '.*',
  'mt_messaging_cred valuefilter priority': '^[0-3]$',
  'mt_messaging_cred valuefilter validity_period': '^\\d+$',
  'mt_messaging_cred valuefilter content': '.*',
  'mt_messaging_cred defaultvalue src_addr': 'None',
  'mt_messaging_cred quota balance': 'ND',
  'mt_messaging_cred quota early_percent': 'ND',
  'mt_messaging_cred quota sms_count': 'ND',
  'mt_messaging_cred quota http_throughput': 'ND',
  'mt_messaging_cred quota smpps_throughput': 'ND',
  'smpps_cred authorization bind': 'True',
  'smpps_cred authorization ip': '0.0.0.0/0',
  'smpps_cred quota max_bindings': 'ND',
}

/** A user as `user -s` shows it. */
export function shownUser(uid: string, gid: string, change: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ uid, gid, username: uid, ...CREDENTIAL, ...change })
    .map(([name, value]) => `${name} ${value}`)
    .join('\n')
}

/** A listing: its heading, its rows and its end, with columns of these widths. */
export function listed(heading: readonly string[], widths: readonly number[], rows: readonly (readonly string[])[]) {
  const line = (cells: readonly string[]) => `#${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' ')}`
  return [...[heading, ...rows].map(line), `Total: ${rows.length}`].join('\n')
}

export const MT_HEADING = ['Order', 'Type', 'Rate', 'Connector ID(s)', 'Filter(s)'] as const
const MT_WIDTHS = [5, 23, 10, 48, 64]

export function listedMtRoutes(rows: readonly (readonly string[])[]): string {
  return listed(MT_HEADING, MT_WIDTHS, rows)
}

export function listedMoRoutes(rows: readonly (readonly string[])[]): string {
  return listed(['Order', 'Type', 'Connector ID(s)', 'Filter(s)'], [5, 23, 48, 64], rows)
}

export function listedUsers(rows: readonly (readonly string[])[]): string {
  const heading = ['User id', 'Group id', 'Username', 'Balance', 'MT SMS', 'Throughput']
  return listed(heading, [16, 16, 16, 7, 6, 8], rows)
}

export function listedHttp(rows: readonly (readonly string[])[]): string {
  return listed(['Httpcc id', 'Type', 'Method', 'URL'], [16, 22, 6, 64], rows)
}

export const WELCOME = 'Welcome to Jasmin 0.11 console\nType help or ? to list commands.\n\nSession ref: 7'

/** A session with these commands and what each printed. */
export function session(steps: readonly Step[]): string {
  return `${WELCOME}\n${steps.map(([command, printed]) => `jcli : ${command}\n${printed}\n`).join('')}jcli : quit\n`
}

/** The same as a terminal gets it: each line ends and each prompt begins with control characters, Telnet negotiates. */
export function asRecorded(text: string): Buffer {
  const start = Buffer.from([0xff, 0xfb, 0x01, 0xff, 0xfd, 0x1f, 0xff, 0xfa, 0x1f, 0x00, 0x50, 0xff, 0xf0])
  const screen = `\u001bc\u001b[4h${text.replaceAll('\n', '\r\n').replaceAll('jcli : ', '\u001b[2K\u001b[Gjcli : ')}`
  return Buffer.concat([start, Buffer.from(screen)])
}

const NETWORKS = ['alpha', 'beta', 'gamma', 'delta']

/** What a console printed for a command. */
export type Step = readonly [command: string, printed: string]

/** A Jasmin with 20 connectors to four networks, with users, groups and routes of each kind. */
export function twentyConnectors(): string {
  return session(twentySteps())
}

/** What its console prints for each command. */
export function twentySteps(): readonly Step[] {
  const cids = Array.from({ length: 20 }, (_, index) => `${NETWORKS[index % 4]}_${Math.floor(index / 4) + 1}`)
  const shown = cids.map(
    (cid, index): Step => [
      `smppccm -s ${cid}`,
      shownConnector(cid, {
        host: `127.0.0.${index + 1}`,
        username: `user${index}`,
        password: `secret${index}`,
        submit_throughput: '50',
        ...(index % 4 === 2 && { ssl: 'yes', bind: 'transmitter' }),
      }),
    ],
  )
  const of = (network: string) =>
    cids
      .filter((cid) => cid.startsWith(network))
      .map((cid) => `smppc(${cid})`)
      .join(', ')
  return [
    [
      'smppccm -l',
      listed(
        ['Connector id', 'Service', 'Session', 'Starts', 'Stops'],
        [35, 7, 16, 6, 5],
        cids.map((cid, index) => [cid, index === 19 ? 'stopped' : 'started', 'BOUND_TRX', '1', '0']),
      ),
    ],
    ...shown,
    ['group -l', listed(['Group id'], [16], [['shops'], ['!gone'], ['banks']])],
    [
      'user -l',
      listedUsers([
        ['shop', 'shops', 'shop', '12.5', 'ND', '10/ND'],
        ['kiosk', 'shops', 'kiosk', 'ND (!)', 'ND (!)', '5/ND'],
        ['bank', 'banks', 'bank', 'ND', '100', '20/5'],
        ['!club', '!gone', 'club', '0', 'ND', '1/1'],
      ]),
    ],
    [
      'user -s shop',
      shownUser('shop', 'shops', {
        'mt_messaging_cred quota balance': '12.5',
        'mt_messaging_cred quota http_throughput': '10',
        'mt_messaging_cred defaultvalue src_addr': '27820001234',
        'smpps_cred authorization ip': '10.1.0.0/16,192.0.2.7',
      }),
    ],
    [
      'user -s bank',
      shownUser('bank', 'banks', {
        'mt_messaging_cred quota sms_count': '100',
        'mt_messaging_cred quota http_throughput': '20',
        'mt_messaging_cred quota smpps_throughput': '5',
        'mt_messaging_cred valuefilter src_addr': '^27820005678$',
        'mt_messaging_cred valuefilter dst_addr': '^27',
        'mt_messaging_cred authorization http_send': 'False',
      }),
    ],
    [
      'filter -l',
      listed(
        ['Filter id', 'Type', 'Routes', 'Description'],
        [16, 22, 6, 32],
        [
          ['south', 'DestinationAddrFilter', 'MO MT', '<DA (dst_addr=^27(82|83)\\d+)>'],
          ['hello', 'ShortMessageFilter', 'MO MT', '<SM (msg=^hello.*$)>'],
          ['TF', 'TransparentFilter', 'MO MT', '<T>'],
        ],
      ),
    ],
    [
      'httpccm -l',
      listedHttp([
        ['shop_mo', 'HttpConnector', 'GET', 'http://127.0.0.1/shop/mo.php'],
        ['bank_mo', 'HttpConnector', 'POST', 'http://127.0.0.1/bank/mo'],
      ]),
    ],
    [
      'mtrouter -l',
      listedMtRoutes([
        ['60', 'StaticMTRoute', '0.02000', of('alpha').split(', ')[0] ?? '', '<SM (msg=^hello.*$)>'],
        ['50', 'StaticMTRoute', '0.02000', of('delta').split(', ')[0] ?? '', '<U (uid=bank)>'],
        ['40', 'RandomRoundrobinMTRoute', '0.02000', of('gamma'), '<DA (dst_addr=^27(82|83)\\d+)>, <G (gid=shops)>'],
        ['30', 'FailoverMTRoute', '0.03000', of('beta'), '<DA (dst_addr=^44)>, <T>'],
        ['20', 'StaticMTRoute', '0 (!)', of('alpha').split(', ')[1] ?? '', '<SA (src_addr=^ACME$)>'],
        ['0', 'DefaultRoute', '0.02000', of('alpha').split(', ')[0] ?? '', ''],
      ]),
    ],
    [
      'morouter -l',
      listedMoRoutes([
        ['30', 'StaticMORoute', 'smpps(bank)', '<DA (dst_addr=^123$)>'],
        ['20', 'StaticMORoute', 'http(bank_mo)', '<DA (dst_addr=^27820005678$)>'],
        ['10', 'StaticMORoute', 'http(shop_mo)', '<C (cid=alpha_1)>'],
        ['0', 'DefaultRoute', 'http(shop_mo)', ''],
      ]),
    ],
    [
      'mtinterceptor -l',
      listed(
        ['Order', 'Type', 'Script', 'Filter(s)'],
        [5, 20, 47, 64],
        [['10', 'StaticMTInterceptor', '<MTIS (pyCode=routable.pdu.params ..)>', '<T>']],
      ),
    ],
  ]
}
