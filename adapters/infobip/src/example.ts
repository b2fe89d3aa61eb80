import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  const body = JSON.stringify({ messages: [{ destinations: [{ to }], content: { text: 'Hello' } }] })
  return `curl -s ${url}/sms/3/messages -H 'Authorization: App ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`
}
