import type { ExampleValues } from '@heliograph/contracts'

/** Sends one text. */
export function formatExample({ url, apiKey, to }: ExampleValues): string {
  return `curl -s ${url}/api/legacybatch/batchmessage.aspx -d User=demo -d Password=${apiKey} -d Message=Hello -d Numbers=${to}`
}
