import type { ExampleValues } from '@heliograph/contracts'
import type { ErpAConfig } from './config.ts'

/** Sends one text, using the configured names. */
export function formatExample(values: ExampleValues, { account, key, recipients, text }: ErpAConfig): string {
  const { url, apiKey, clientId, to } = values
  const query = `${account[0]}=${clientId}&${key[0]}=${apiKey}&${recipients[0]}=${to}&${text[0]}=Hello`
  return `curl -s '${url}/api/http/ErpAConnect.ashx?${query}'`
}
