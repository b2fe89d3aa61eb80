import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  const body = JSON.stringify({ to, message: 'Hello' })
  return `curl -s ${url}/api/http/accounting/business/main.ashx -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' -d '${body}'`
}
