import { DEMO_EMAIL } from './demo.ts'
import type { Gateway, OwnPorts } from './gateway.ts'
import { findInstallation } from './installation.ts'

const DEMO_LOGIN = `${DEMO_EMAIL}, password: the API key, for SMPP its first 8 characters`

/** Where the second column begins. */
const INDENT = 17

/** The lines shown to people once everything listens. */
export function formatBanner(
  gateway: Pick<Gateway, 'addresses' | 'httpServer' | 'demo' | 'portal' | 'examples'>,
  dataFolder: string,
): readonly string[] {
  const { addresses, httpServer, demo } = gateway
  const { http, admin, instances } = addresses
  const { program, manual } = findInstallation()
  const ports = Object.entries(instances).map(([id, own]) => entry(id, formatPorts(own)))
  return [
    '',
    `Heliograph is running${http === null ? '' : ` on ${http}`}. Ctrl-C stops it.`,
    ...formatPortal(gateway.portal, program),
    ...(http === null ? [] : formatDemo(gateway, program)),
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

function formatPortal(portal: Gateway['portal'], program: string): readonly string[] {
  if (portal === undefined) return []
  const { url, logInLink } = portal
  if (logInLink === undefined)
    return ['', `The portal: ${url}`, `A link to log in by: ${program} user log-in-link EMAIL`]
  return ['', 'Open the portal with this link (good once, for 15 minutes):', '', logInLink]
}

/** Each command is a single line, so that it can be copied. */
function formatDemo(
  { addresses, demo, examples }: Pick<Gateway, 'addresses' | 'demo' | 'examples'>,
  program: string,
): readonly string[] {
  if (demo === undefined) return []
  const { apiKey, userId } = demo
  if (apiKey === undefined) {
    return [
      '',
      'The key of the demo was shown at the first start. A new one:',
      '',
      `${program} key add --user ${userId}`,
    ]
  }
  return [
    '',
    `The demo's API key, shown this once: ${apiKey}`,
    '',
    'Send a message by any of the interfaces:',
    ...Object.entries(examples).flatMap(([id, example]) => ['', `# ${id}`, example]),
    '',
    'See what became of it:',
    '',
    `curl -s '${addresses.http}/sms/2/reports?limit=1' -H 'Authorization: App ${apiKey}'`,
  ]
}
