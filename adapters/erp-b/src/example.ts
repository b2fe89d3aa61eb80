import type { ExampleValues } from '@heliograph/contracts'
import type { ErpBConfig } from './config.ts'

/** Sends one text, using the configured names. */
export function formatExample({ url, apiKey, to }: ExampleValues, { key, recipients, text }: ErpBConfig): string {
  return `curl -s '${url}/api/http/erp-b/main.ashx?${key[0]}=${apiKey}&${recipients[0]}=${to}&${text[0]}=Hello'`
}
