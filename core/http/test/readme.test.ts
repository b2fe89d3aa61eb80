import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { renderMarkdownTable, replaceGenerated } from '@heliograph/config'
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../src/index.ts'

const README = new URL('../README.md', import.meta.url)

const LIMIT_MEANINGS = {
  headerCount: 'Header lines of a request. `uws` takes 47.',
  headerOctets: 'Octets of a request head. `uws` takes 4 KiB when the head comes in several pieces.',
  headersTimeoutMs: 'Time for the whole head. 10 s on `uws`, whatever is set.',
  requestTimeoutMs: 'Time for head and body together.',
  handlerTimeoutMs:
    'Time for a handler. Then the client gets `unavailable` / `outcome-unknown`, the log a warning, and whatever the handler still returns is dropped.',
  keepAliveMs: 'How long an idle connection is kept. 10 s on `uws`, whatever is set.',
  responseTimeoutMs: 'How long a client may leave a response unread. At most 10 s on `uws`.',
  responseOctetsPerSecond:
    'The least a client has to read of a response that waits for it, over each `responseTimeoutMs`.',
  responseTotalMs: 'Time to read a whole response.',
  bodyOctets:
    'Memory for all bodies of a listener, from their arrival until they are answered and their handler has ended. One that finds no room gets `unavailable` / `too-many-bodies`; one of at most 1024 octets that arrives in one piece always finds room.',
  bodyOctetsPerAddress:
    'The part of it for the bodies of one client address (one /64 of IPv6), trusted proxies excepted. At least as much as the largest body that has to be taken.',
  connectionsPerAddress:
    'Connections of one client address (one /64 of IPv6), trusted proxies excepted; 0: any number. Further ones are closed. `uws` does not report connections: there it counts those that are sending a body or reading a response, and further bodies get `unavailable` / `too-many-connections`.',
  drainOctets: 'Octets of an unwanted body that are read so that the connection survives.',
} satisfies Record<keyof HttpLimits, string>

function limitsTable(): string {
  const rows = Object.entries(DEFAULT_HTTP_LIMITS).map(([name, value]) => [
    `\`${name}\``,
    String(value),
    LIMIT_MEANINGS[name as keyof HttpLimits],
  ])
  return renderMarkdownTable(['Limit', 'Value', 'Meaning'], rows)
}

test('the generated parts of the README are up to date', async () => {
  const before = await readFile(README, 'utf8')
  const after = replaceGenerated(before, 'limits', limitsTable())
  if (process.env.UPDATE_DOCS === '1') await writeFile(README, after)
  else assert.equal(before, after, 'run `UPDATE_DOCS=1 pnpm test` in core/http')
})
