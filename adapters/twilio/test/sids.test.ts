import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSids } from '../src/sids.ts'

describe('sids', () => {
  const sids = createSids('one secret')
  const ids = [0, 1, 4711, 2 ** 31, Number.MAX_SAFE_INTEGER]

  for (const kind of ['AC', 'SK', 'SM'] as const)
    test(`${kind}: the id comes back, for the client it was made for alone`, () => {
      for (const id of ids) {
        const sid = sids.write(kind, 1001, id)
        assert.match(sid, new RegExp(`^${kind}[0-9a-f]{32}$`))
        assert.equal(sids.read(kind, 1001, sid), id)
        assert.equal(sids.read(kind, 1001, sid.slice(0, 2) + sid.slice(2).toUpperCase()), id)
        assert.equal(sids.read(kind, 1002, sid), undefined)
      }
    })

  test('the accounts of more clients than are remembered', () => {
    const first = Array.from({ length: 20_001 }, (_, clientId) => sids.write('AC', clientId, 0))
    assert.equal(new Set(first).size, first.length)
    for (const clientId of [0, 9_999, 10_000, 20_000]) {
      assert.equal(sids.write('AC', clientId, 0), first[clientId])
      assert.equal(sids.read('AC', clientId, first[clientId] as string), 0)
      assert.equal(sids.read('AC', clientId + 1, first[clientId] as string), undefined)
    }
  })

  test('one sid is not another', () => {
    const all = ids.flatMap((id) => [
      sids.write('SM', 1001, id),
      sids.write('SM', 1002, id),
      sids.write('SK', 1001, id),
    ])
    assert.equal(new Set(all.map((sid) => sid.slice(2))).size, all.length)
  })

  const sid = sids.write('SM', 1001, 1)
  const others: readonly (readonly [name: string, sid: string])[] = [
    ['another kind under the same octets', `SK${sid.slice(2)}`],
    ['one that was changed', sid.slice(0, -1) + (sid.endsWith('0') ? '1' : '0')],
    ['a shorter one', sid.slice(0, -1)],
    ['a longer one', `${sid}0`],
    ['no hexadecimal', `SM${'g'.repeat(32)}`],
    ['zeros', `SM${'0'.repeat(32)}`],
    ['nothing', ''],
    ['one of another secret', createSids('another secret').write('SM', 1001, 1)],
  ]
  for (const [name, other] of others)
    test(`unknown: ${name}`, () => {
      const kind = other.startsWith('SK') ? 'SK' : 'SM'
      assert.equal(sids.read(kind, 1001, other), undefined)
    })
})
