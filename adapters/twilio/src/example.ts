import type { ExampleValues } from '@heliograph/contracts'
import { messagesPath } from './resources.ts'
import type { Sids } from './sids.ts'

/** Sends one text. */
export function formatExample({ url, apiKey, clientId, to }: ExampleValues, sids: Sids): string {
  const account = sids.write('AC', clientId, 0)
  return `curl -s ${url}${messagesPath(account)}.json -u ${account}:${apiKey} -d To=%2B${to} -d Body=Hello`
}
