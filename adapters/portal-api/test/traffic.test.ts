import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MessageRecord, ReceivedRecord } from '@heliograph/contracts'
import { parseCsv } from '@heliograph/wire'
import { mergeTraffic } from '../src/endpoints/messages/merge-traffic.ts'
import { shareEngine } from './support/engine-kit.ts'

const TO = '27821110001'

const { withCallers } = shareEngine()

describe('what came in', () => {
  test('is listed alone, or together with what was sent, and exported', async () => {
    await withCallers(async (caller) => {
      const { kit } = caller
      const { address } = kit.account.channel
      const { json } = await caller.ask('user', 'POST', '/send', { text: 'hello', recipients: [TO] })
      const sent = json.smsId as number
      const came = await kit.receive({ from: TO, text: 'Hello back' })
      const other = await kit.receive({ from: 'BANK', text: 'Statement' })
      const ids = async (query: string, who: 'user' | 'stranger' = 'user') =>
        (await caller.ask(who, 'GET', `/traffic?${query}`)).json.records.map(({ id }: { id: number }) => id).sort()
      const sorted = (...some: number[]) => some.sort()
      const rows: readonly (readonly [query: string, ids: readonly number[]])[] = [
        ['direction=received', sorted(came, other)],
        ['direction=both', sorted(sent, came, other)],
        ['direction=both&text=HELLO', sorted(sent, came)],
        ['direction=both&to=082%20111%200001', sorted(sent, came)],
        ['direction=received&to=BANK', [other]],
        [`direction=received&from=${address}`, sorted(came, other)],
        ['direction=both&state=queued', [sent]],
        ['direction=received&state=queued', []],
        [`direction=received&smsId=${came}`, [came]],
      ]
      for (const [query, expected] of rows) assert.deepEqual(await ids(query), expected, query)
      assert.deepEqual(await ids('direction=both', 'stranger'), [])
      assert.equal((await caller.ask('user', 'GET', '/traffic?direction=sent')).status, 400)
      assert.equal((await caller.ask('user', 'GET', '/traffic?direction=both&everyClient=true')).status, 403)
      const csv = parseCsv((await caller.ask('user', 'GET', '/traffic.csv?direction=both&text=hello')).text)
      assert.deepEqual(
        csv
          .map(([direction, , , , from, to, text]) => [direction, from, to, text].map((each) => each ?? ''))
          .slice(1)
          .sort(),
        [
          ['received', TO, address, 'Hello back'],
          ['sent', address, TO, 'hello'],
        ],
      )
    })
  })

  test('pages of both sides are merged as far as both have been read', () => {
    const message = (smsId: number) => ({ smsId }) as MessageRecord
    const sms = (incomingId: number) => ({ incomingId }) as ReceivedRecord
    const page = (ids: readonly number[], next?: number) => ({ ids, next })
    const rows: readonly (readonly [
      sent: ReturnType<typeof page>,
      came: ReturnType<typeof page>,
      ids: number[],
      next?: number,
    ])[] = [
      [page([9, 5]), page([7]), [9, 7, 5]],
      [page([9, 5], 5), page([7, 3, 2]), [9, 7, 5], 5],
      [page([9, 8], 8), page([7, 6], 6), [9, 8], 8],
      [page([], 4), page([7, 3]), [7], 4],
      [page([9, 5]), page([8, 7, 6, 4]), [9, 8, 7, 6], 6],
      [page([]), page([]), []],
    ]
    for (const [sent, came, ids, next] of rows) {
      const sides = [
        { records: sent.ids.map(message), next: sent.next },
        { records: came.ids.map(sms), next: came.next },
      ] as const
      const merged = mergeTraffic(...sides, 4)
      assert.deepEqual([merged.records.map(({ id }) => id), merged.next], [ids, next])
    }
  })
})
