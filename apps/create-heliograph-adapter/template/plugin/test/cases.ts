import type { PluginEventCase, PluginKit, PluginRouteCase, PluginTaskCase } from '@heliograph/testkit'

export const TOKEN = 'token-of-the-callers'

const count = { path: '/sample/count', headers: { 'x-token': TOKEN } }
const readCount = async (kit: PluginKit) => JSON.parse((await kit.request(count)).text)

/** The kit runs no SQL: this is what the two statements of the plugin do. */
function withTable(kit: PluginKit): void {
  let delivered = 0
  kit.engine.tables.answer(({ text, values: [more] }) => {
    if (text.startsWith('update')) delivered += Number(more)
    return text.startsWith('select') ? [{ delivered }] : []
  })
}

/** One message has been delivered. */
export async function withOne(kit: PluginKit): Promise<void> {
  withTable(kit)
  await kit.emit({ kind: 'message-ended' })
}

/** What callers ask, and what they are answered. */
export const routes: readonly PluginRouteCase[] = [
  {
    name: 'tells how many messages were delivered',
    before: withOne,
    request: count,
    response: { status: 200, body: { delivered: 1 } },
  },
]

/** Events, and what is to be seen afterwards. The kit hands them over in every way that may happen. */
export const events: readonly PluginEventCase[] = [
  {
    name: 'counts a delivered message',
    before: withTable,
    events: [{ kind: 'message-ended', state: 'delivered' }],
    seen: readCount,
    expect: { delivered: 1 },
  },
  {
    name: 'counts no others',
    before: withTable,
    events: [
      { kind: 'message-ended', state: 'expired' },
      { kind: 'message-ended', state: 'delivered' },
      { kind: 'message-ended', state: 'undeliverable' },
      { kind: 'message-ended', state: 'delivered' },
    ],
    seen: readCount,
    expect: { delivered: 2 },
  },
]

/** What it does on its own. */
export const tasks: readonly PluginTaskCase[] = [
  {
    name: 'reports the count',
    before: withOne,
    afterMs: 15 * 60_000,
    seen: (kit) => kit.http.replied.map(({ url, body }) => `${url} ${body}`),
    expect: ['https://reports.example/ {"delivered":1}'],
  },
]
