import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const SOURCE = join(import.meta.dirname, '../src')

/** Pages ask again and again only for what is not announced; why is said there. */
const WITHOUT_EVENT: ReadonlySet<string> = new Set([
  // Looks for a connection that is lost.
  'layout/ConnectionBar.tsx',
  // Says that somebody is writing.
  'pages/inbox/use-answering.ts',
])

/** What asks again and again at times of its own; an interval that `useLive` returns is for when there is no stream. */
function pollsIn(text: string): readonly string[] {
  const polls = text.match(/\bsetInterval\(.*/g) ?? []
  const values = [...text.matchAll(/\brefetchInterval(?:\s*:\s*(.*)|\s*[,}])/g)].map(([, value]) => value)
  const isLive = /\bconst refetchInterval = useLive\(/.test(text)
  const own = values.filter((value) => !isLive || (value !== undefined && !/\brefetchInterval\b/.test(value)))
  return [...polls, ...own.map((value) => `refetchInterval: ${value}`)]
}

describe('pages follow events', () => {
  for (const { name, code, polls } of [
    { name: 'an interval', code: 'useQuery({ refetchInterval: 5_000 })', polls: 1 },
    { name: 'a constant beside events', code: live('useQuery({ refetchInterval: FRESH_MS })'), polls: 1 },
    { name: 'a timer', code: live('setInterval(reload, 1_000)'), polls: 1 },
    { name: 'an interval from elsewhere', code: 'const refetchInterval = 5\nuseQuery({ refetchInterval })', polls: 1 },
    { name: 'events', code: live('useQuery({ refetchInterval })'), polls: 0 },
    { name: 'events of some', code: live('useQuery({ refetchInterval: () => is && refetchInterval })'), polls: 0 },
  ])
    test(`${name}: ${polls === 0 ? 'fine' : 'found'}`, () => assert.equal(pollsIn(code).length, polls))

  test('no page polls what is announced', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
    const polling = files.filter((file) => pollsIn(readFileSync(join(SOURCE, file), 'utf8')).length > 0)
    assert.deepEqual(polling.sort(), [...WITHOUT_EVENT].sort())
  })
})

function live(code: string): string {
  return `const refetchInterval = useLive('messages', KEY)\n${code}`
}
