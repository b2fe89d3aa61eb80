import type { ExampleValues } from '@heliograph/contracts'

/** Opts a number in again, which changes nothing for one that is opted in. */
export function formatExample({ url, clientId, to }: ExampleValues): string {
  return `curl -s ${url}/sms/2/messages/subscription/${clientId}/opt/in/${to}`
}
