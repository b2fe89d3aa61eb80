import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdapterCase } from '../src/conformance/adapter-case.ts'
import type { AdapterSuite } from '../src/conformance/adapter-suite.ts'
import { createRowKinds, distinctRows, ordinaryRows } from '../src/conformance/distinct-rows.ts'
import type { TestRequest } from '../src/conformance/test-request.ts'

const LARGE = 'x'.repeat(20_000)
const suite = { kinds: createRowKinds({ method: 'POST', path: '/send', form: { to: '1', text: 'Hello' } }) }

const row = (name: string, request: AdapterCase['request']): AdapterCase => ({ name, request, expect: { status: 200 } })
const of = (name: string, request: TestRequest) => row(name, request)

const GOOD = of('good', {})
const OTHER_VALUES = of('other values', { form: { to: '2', text: 'Bye' } })
const OTHER_NAMES = of('other names', { form: { to: '1', text: 'Hello', unicode: 'yes' } })
const LIMIT = of('a limit', { form: { to: '1', text: LARGE } })
const LONG_QUERY = of('a long query', { query: { filling: LARGE } })
const UPLOAD = of('an upload', { path: '/upload', body: LARGE })
const LARGER = of('a larger upload', { path: '/upload', body: LARGE + LARGE })
const MADE = row('made when it is sent', () => ({}))

test('one row of each kind is kept, and every one that is made when it is sent', () => {
  assert.deepEqual(namesOf(distinctRows, [GOOD, OTHER_VALUES, OTHER_NAMES, MADE, { ...MADE }]), [
    'good',
    'other names',
    'made when it is sent',
    'made when it is sent',
  ])
})

test('rows of limits are left out where their route has others', () => {
  assert.deepEqual(namesOf(ordinaryRows, [LIMIT, GOOD, OTHER_VALUES, LONG_QUERY]), ['good', 'other values'])
})

test('a route that has none but large requests keeps the first', () => {
  assert.deepEqual(namesOf(ordinaryRows, [GOOD, UPLOAD, LARGER]), ['good', 'an upload'])
})

test('names at the end of a large body count as well', () => {
  const kinds = [GOOD, LIMIT].map((each) => suite.kinds.of(each))
  assert.deepEqual(
    kinds.map((kind) => kind?.isLarge),
    [false, true],
  )
  assert.equal(kinds[0]?.name, kinds[1]?.name)
})

function namesOf(choose: typeof distinctRows, rows: readonly AdapterCase[]): readonly string[] {
  return choose(suite as AdapterSuite, rows).map(({ name }) => name)
}
