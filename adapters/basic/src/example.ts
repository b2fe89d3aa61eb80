import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  return `curl -s ${url}/api/http/main.ashx -H 'X-API-Key: ${apiKey}' -d to=${to} -d msg=Hello`
}
