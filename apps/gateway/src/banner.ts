import { DEMO_EMAIL, type DemoAccount } from './demo.ts'
import type { Addresses } from './gateway.ts'

const SMPP_LOGIN = `system id ${DEMO_EMAIL}, password: the first 8 characters of the API key`

/** What a person sees once everything listens. */
export function formatBanner(addresses: Addresses, demo: DemoAccount | undefined): readonly string[] {
  const { http, admin, smpp } = addresses
  return [
    '',
    `Heliograph is running${http === null ? '' : ` on ${http}`}. Ctrl-C stops it.`,
    ...(http !== null && demo ? formatDemo(http, demo) : []),
    '',
    ...(http === null ? [] : [`  Documentation  ${http}/sms/2/docs`]),
    ...(smpp === null ? [] : [`  SMPP           port ${smpp}${demo ? `, ${SMPP_LOGIN}` : ''}`]),
    `  Health         ${admin}/readyz`,
    `  Links          ${admin}/links`,
    `  Metrics        ${admin}/metrics`,
    '  Accounts       npx -y pnpm@12 heliograph --help',
    '  Next           README.md',
    '',
  ]
}

/** Single lines: they are there to be copied. */
function formatDemo(http: string, { apiKey, userId }: DemoAccount): readonly string[] {
  if (apiKey === undefined) {
    return [
      '',
      'The key of the demo was shown at the first start. A new one:',
      '',
      `npx -y pnpm@12 heliograph key add --user ${userId}`,
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
