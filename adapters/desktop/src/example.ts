import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  return `curl -s ${url}/api/http/accounting/desktop/main.ashx -d key=${apiKey} -d to=${to} -d message=Hello`
}
