import { DEMO_EMAIL, type DemoAccount } from './demo.ts'
import type { Gateway } from './gateway.ts'
import { findInstallation } from './installation.ts'

const SMPP_LOGIN = `system id ${DEMO_EMAIL}, password: the first 8 characters of the API key`

/** What a person sees once everything listens. */
export function formatBanner(
  { addresses, httpServer, demo }: Pick<Gateway, 'addresses' | 'httpServer' | 'demo'>,
  dataFolder: string,
): readonly string[] {
  const { http, admin, smpp } = addresses
  const { program, manual } = findInstallation()
  return [
    '',
    `Heliograph is running${http === null ? '' : ` on ${http}`}. Ctrl-C stops it.`,
    ...(http !== null && demo ? formatDemo(http, demo, program) : []),
    '',
    ...(http === null ? [] : [`  Documentation  ${http}/sms/2/docs`]),
    ...(httpServer === null ? [] : [`  HTTP server    ${httpServer}`]),
    ...(smpp === null ? [] : [`  SMPP           port ${smpp}${demo ? `, ${SMPP_LOGIN}` : ''}`]),
    `  Health         ${admin}/readyz`,
    `  Links          ${admin}/links`,
    `  Metrics        ${admin}/metrics`,
    `  Data           ${dataFolder}`,
    `  Accounts       ${program} --help`,
    `  Next           ${manual}`,
    '',
  ]
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
