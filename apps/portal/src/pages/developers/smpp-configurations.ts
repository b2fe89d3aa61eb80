import type { Program } from './rest-programs.ts'

/** The settings that an SMPP client needs. */
export interface SmppValues {
  readonly host: string
  readonly port: number
  readonly tlsPort: number | null
  readonly systemId: string
  readonly password: string
}

/** The part of a key that is the password: SMPP has no room for more. */
const PASSWORD_LENGTH = 8
/**
 * Kannel and others cannot send a longer system id; this much of the e-mail address is enough as long as it fits only
 * one user.
 */
const SHORT_SYSTEM_ID = 15

export function smppPassword(apiKey: string): string {
  return apiKey.slice(0, PASSWORD_LENGTH)
}

/** Settings of programs that speak SMPP, ready to be pasted. */
export function smppConfigurations(values: SmppValues): readonly Program[] {
  return [
    { language: 'Kannel', code: kannel(values) },
    { language: 'Jasmin', code: jasmin(values) },
    { language: 'Node', code: node(values) },
    { language: 'Python', code: python(values) },
  ]
}

function kannel({ host, port, systemId, password }: SmppValues): string {
  return `# kannel.conf
group = smsc
smsc = smpp
smsc-id = heliograph
host = ${host}
port = ${port}
transceiver-mode = true
smsc-username = ${systemId.slice(0, SHORT_SYSTEM_ID)}
smsc-password = ${password}
system-type = ""
interface-version = 34
source-addr-autodetect = true
dest-addr-ton = 1
dest-addr-npi = 1
enquire-link-interval = 30
`
}

function jasmin({ host, port, systemId, password }: SmppValues): string {
  return `# jcli: smppccm -a
cid heliograph
host ${host}
port ${port}
username ${systemId.slice(0, SHORT_SYSTEM_ID)}
password ${password}
bind transceiver
submit_throughput 100
ok
`
}

function node({ host, port, systemId, password }: SmppValues): string {
  return `// npm install smpp; node bind.cjs
const smpp = require('smpp')
const session = smpp.connect({ url: 'smpp://${host}:${port}', auto_enquire_link_period: 30000 }, () => {
  session.bind_transceiver({ system_id: '${systemId}', password: '${password}' }, (answer) => {
    console.log(answer.command_status === 0 ? 'bound' : answer.command_status)
    session.close()
  })
})
`
}

function python({ host, port, systemId, password }: SmppValues): string {
  return `# pip install smpplib; python3 bind.py
import smpplib.client

client = smpplib.client.Client('${host}', ${port})
client.connect()
client.bind_transceiver(system_id='${systemId}', password='${password}')
print('bound')
client.unbind()
client.disconnect()
`
}
