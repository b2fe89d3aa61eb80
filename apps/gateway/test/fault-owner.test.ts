import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatewayError } from '@heliograph/contracts'
import { findFaultOwners, isOwnFault, ownFolders } from '../src/fault-owner.ts'

const INSTANCES = [
  { id: 'a', use: 'one' },
  { id: 'b', use: 'two' },
  { id: 'c', use: 'two' },
  { id: 'd', use: './inner.mjs' },
]
const FOLDERS = new Map([
  ['one', '/packages/one/'],
  ['two', '/packages/two/'],
  ['./inner.mjs', '/packages/one/inner/'],
])

const CASES: readonly { readonly what: string; readonly frames: readonly string[]; readonly owners: string[] }[] = [
  { what: 'a function in a module', frames: ['at f (file:///packages/one/dist/x.js:1:2)'], owners: ['a'] },
  { what: 'no name, no scheme', frames: ['at /packages/one/x.cjs:1:2'], owners: ['a'] },
  { what: 'an async method', frames: ['at async A.f [as g] (file:///packages/one/x.js:1:2)'], owners: ['a'] },
  { what: 'a package with two instances', frames: ['at file:///packages/two/x.js:1:2'], owners: ['b', 'c'] },
  { what: 'a folder inside another', frames: ['at file:///packages/one/inner/x.js:1:2'], owners: ['d'] },
  { what: 'a folder that only begins alike', frames: ['at file:///packages/onely/x.js:1:2'], owners: [] },
  {
    what: 'what the package called is on top',
    frames: ['at node:net:5:1', 'at f (/library/x.js:1:2)', 'at file:///packages/two/x.js:1:2'],
    owners: ['b', 'c'],
  },
  {
    what: 'the innermost package',
    frames: ['at file:///packages/one/x.js:1:2', 'at file:///packages/two/x.js:1:2'],
    owners: ['a'],
  },
  { what: 'no place at all', frames: ['at new Promise (<anonymous>)', 'at file://%:1:2'], owners: [] },
]

for (const { what, frames, owners } of CASES) {
  test(`whose fault: ${what}`, () => {
    const error = new Error('x')
    error.stack = ['Error: x', ...frames.map((frame) => `    ${frame}`)].join('\n')
    assert.deepEqual(findFaultOwners(error, INSTANCES, FOLDERS), owners)
  })
}

test('whose fault: something that is no error has no stack', () => {
  assert.deepEqual(findFaultOwners('at file:///packages/one/x.js:1:2', INSTANCES, FOLDERS), [])
})

interface OwnRow {
  readonly what: string
  readonly frame: string
  readonly owners?: readonly string[]
  readonly isMeant?: boolean
  readonly isOwn: boolean
}

const OWN_CASES: readonly OwnRow[] = [
  { what: 'code of the engine', frame: '/core/engine/src/x.ts', isOwn: true },
  { what: 'code of the engine that a package called wrongly', frame: '/core/engine/x.ts', owners: ['a'], isOwn: false },
  { what: 'an error that the engine meant for its caller', frame: '/core/engine/x.ts', isMeant: true, isOwn: false },
  { what: 'a library of the engine', frame: '/core/engine/node_modules/lib/x.js', isOwn: false },
  { what: 'a library of anyone', frame: '/lib/x.js', isOwn: false },
]

for (const { what, frame, owners = [], isMeant = false, isOwn } of OWN_CASES) {
  test(`whether the gateway itself is to blame: ${what}`, () => {
    const error = isMeant ? new GatewayError('invalid', 'x', 'x') : new Error('x')
    error.stack = `Error: x\n    at file://${frame}:1:2\n    at file:///core/engine/src/y.ts:1:2`
    assert.equal(isOwnFault(error, owners, ['/core/engine/']), isOwn)
  })
}

test('the folders of the code that serves all instances', () => {
  const folders = ownFolders().map((folder) => /([^/]+)\/$/.exec(folder)?.[1])
  assert.deepEqual(folders, ['gateway', 'engine', 'postgres', 'runtime'])
})
