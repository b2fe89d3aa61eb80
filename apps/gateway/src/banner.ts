import { DEMO_EMAIL, type DemoAccount } from './demo.ts'
import type { Gateway, OwnPorts } from './gateway.ts'
import { findInstallation } from './installation.ts'

const DEMO_LOGIN = `${DEMO_EMAIL}, password: the first 8 characters of the API key`

/** Where the second column begins. */
const INDENT = 17

/** What a person sees once everything listens. */
export function formatBanner(
  { addresses, httpServer, demo }: Pick<Gateway, 'addresses' | 'httpServer' | 'demo'>,
  dataFolder: string,
): readonly string[] {
  const { http, admin, instances } = addresses
  const { program, manual } = findInstallation()
  const ports = Object.entries(instances).map(([id, own]) => entry(id, formatPorts(own)))
  return [
    '',
    `Heliograph is running${http === null ? '' : ` on ${http}`}. Ctrl-C stops it.`,
    ...(http !== null && demo ? formatDemo(http, demo, program) : []),
    '',
    ...(http === null ? [] : [entry('Documentation', `${http}/sms/2/docs`)]),
    ...(httpServer === null ? [] : [entry('HTTP server', httpServer)]),
    ...ports,
    ...(demo && ports.length > 0 ? [entry('Login there', DEMO_LOGIN)] : []),
    entry('Health', `${admin}/readyz`),
    entry('Links', `${admin}/links`),
    entry('Metrics', `${admin}/metrics`),
    entry('Data', dataFolder),
    entry('Accounts', `${program} --help`),
    entry('Next', manual),
    '',
  ]
}

function entry(name: string, value: string): string {
  return `${`  ${name} `.padEnd(INDENT)}${value}`
}

function formatPorts({ port, tlsPort }: OwnPorts): string {
  return `port ${port}${tlsPort === undefined ? '' : `, TLS on ${tlsPort}`}`
}

/** Single lines: they are there to be copied. */
function formatDemo(http: string, { apiKey, userId }: DemoAccount, program: string): readonly string[] {
  if (apiKey === undefined) {
    return [
      '',
      'The key of the demo was shown at the first start. A new one:',
      '',
      `${program} key add --user ${userId}`,
    ]
  }
  const authorization = `-H 'Authorization: App ${apiKey}'`
  const body = '{"messages":[{"destinations":[{"to":"27821234567"}],"text":"Hello from Heliograph"}]}'
  return [
    '',
    `The demo's API key, shown this once: ${apiKey}`,
    '',
    'Send a message:',
    '',
    `curl -s ${http}/sms/2/messages ${authorization} -H 'Content-Type: application/json' -d '${body}'`,
    '',
    'See what became of it:',
    '',
    `curl -s '${http}/sms/2/reports?limit=1' ${authorization}`,
  ]
}
