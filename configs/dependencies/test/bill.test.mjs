import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLicences, isAllowed, licenceOf, nameOf, withCompiledIn } from '../bill.mjs'
import { readBill } from '../read-bill.mjs'

for (const [licence, allowed] of [
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(Apache-2.0 AND Unlicense)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['UNLICENSED', false],
  [undefined, false],
]) {
  test(`${licence} is ${allowed ? '' : 'not '}allowed`, () => assert.equal(isAllowed(licence), allowed))
}

const component = (name, licence) => ({
  'bom-ref': name,
  name,
  version: '1.0.0',
  licenses: licence === undefined ? [] : [{ license: { id: licence } }],
})
const bill = { components: [component('a', 'MIT')], dependencies: [{ ref: 'a' }] }
const other = {
  components: [component('a', 'MIT'), component('b', 'ISC'), component('c'), component('d', 'MIT')],
  dependencies: [{ ref: 'b', dependsOn: ['a', 'c'] }, { ref: 'c', dependsOn: ['b'] }, { ref: 'd' }],
}

test('what is compiled in comes with all that it depends on, and nothing else', () => {
  const { components, dependencies } = withCompiledIn(bill, other, ['b'])
  assert.deepEqual(components.map(nameOf), ['a', 'b', 'c'])
  assert.deepEqual(
    dependencies.map(({ ref }) => ref),
    ['a', 'b', 'c'],
  )
  assert.throws(() => withCompiledIn(bill, other, ['absent']), /lacks absent/)
})

test('the list of licences is sorted, and says where there is none', () => {
  assert.equal(formatLicences(other), 'a 1.0.0: MIT\nb 1.0.0: ISC\nc 1.0.0: none\nd 1.0.0: MIT\n')
})

test('everything that the gateway ships has a licence that lets us', () => {
  const shipped = readBill()
  assert.deepEqual([shipped.bomFormat, shipped.metadata.component.name], ['CycloneDX', 'gateway'])
  const names = shipped.components.map(nameOf)
  // One of each kind: depended on, compiled into a package, compiled into the pages.
  for (const name of ['commander', 'graphile-worker', 'postgres', 'react', '@mantine/core'])
    assert.ok(names.includes(name), name)
  for (const name of ['typescript', 'vite', '@biomejs/biome']) assert.ok(!names.includes(name), name)
  for (const each of shipped.components) {
    assert.match(each.purl, /^pkg:npm\//)
    assert.ok(isAllowed(licenceOf(each)), `${nameOf(each)} ${each.version}: ${licenceOf(each)}`)
  }
})
