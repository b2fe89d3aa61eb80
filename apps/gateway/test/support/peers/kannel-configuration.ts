import type { KannelOptions } from './kannel.ts'

export interface KannelPorts {
  /** bearerbox's status page. */
  readonly admin: number
  /** The port where smsbox connects to bearerbox. */
  readonly box: number
  /** smsbox's interface for sending. */
  readonly http: number
}

/** Kannel's one configuration file. A group ends at the first empty line. */
export function renderKannelConfiguration(
  folder: string,
  { admin, box, http }: KannelPorts,
  options: KannelOptions,
): string {
  const groups = [
    [
      'group = core',
      `admin-port = ${admin}`,
      'admin-interface = 127.0.0.1',
      'admin-password = test',
      `smsbox-port = ${box}`,
      'smsbox-interface = 127.0.0.1',
      'box-allow-ip = 127.0.0.1',
      `log-file = "${folder}/bearerbox.log"`,
      'log-level = 0',
      'dlr-storage = internal',
      // Seconds until it retries messages that a server refused temporarily, or that were in flight when a connection
      // was lost.
      'sms-resend-freq = 1',
    ],
    ...smscGroups(options),
    [
      'group = smsbox',
      'smsbox-id = box',
      'bearerbox-host = 127.0.0.1',
      `sendsms-port = ${http}`,
      'sendsms-interface = 127.0.0.1',
      `log-file = "${folder}/smsbox.log"`,
      'log-level = 0',
    ],
    // Without a route, a smsbox with a name gets no incoming SMS.
    ['group = smsbox-route', 'smsbox-id = box', 'smsc-id = gateway'],
    ['group = sendsms-user', 'username = test', 'password = test', 'max-messages = 10', 'concatenation = true'],
    [
      'group = sms-service',
      'keyword = default',
      'catch-all = true',
      'max-messages = 0',
      `get-url = "${options.callbackUrl}/incoming?from=%p&to=%P&text=%b&charset=%C"`,
    ],
  ]
  return groups.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

function smscGroups({ smppPort, systemId, password, binds, lines = [] }: KannelOptions): readonly string[][] {
  const common = [
    'group = smsc',
    'smsc = smpp',
    'smsc-id = gateway',
    'host = 127.0.0.1',
    `smsc-username = "${systemId}"`,
    `smsc-password = "${password}"`,
    'system-type = ""',
    'address-range = ""',
    'interface-version = 34',
    'enquire-link-interval = 5',
    'reconnect-delay = 1',
    ...lines,
  ]
  if (binds === 'transceiver') return [[...common, `port = ${smppPort}`, 'transceiver-mode = true']]
  return [
    [...common, `port = ${smppPort}`],
    [...common, `receive-port = ${smppPort}`],
  ]
}
