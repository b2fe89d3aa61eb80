import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { judgeMigrations } from '../judge-migrations.mjs'

const ONE = '000001_one.sql'
const TWO = '000002_two.sql'
const FILES = { [ONE]: 'select 1', [TWO]: 'select 2' }

const lineOf = (name, text) => `${name} before ${createHash('sha256').update(text).digest('hex')}`
const listOf = (files) =>
  ['# Landed.', ...Object.entries(files).map(([name, text]) => lineOf(name, text)), ''].join('\n')

const ROWS = [
  { what: 'files as listed', files: FILES, list: listOf(FILES), problems: [] },
  {
    what: 'an edited file',
    files: { ...FILES, [TWO]: 'select 3' },
    list: listOf(FILES),
    problems: [`${TWO}: was edited after it had landed; write a new migration instead`],
  },
  {
    what: 'a file that is not listed',
    files: FILES,
    list: listOf({ [ONE]: 'select 1' }),
    problems: [`${TWO}: is not listed; run migration-list.test.ts with UPDATE_DOCS=1`],
  },
  {
    what: 'a file that is gone',
    files: { [ONE]: 'select 1' },
    list: listOf(FILES),
    problems: [`${TWO}: is listed, and does not exist`],
  },
  {
    what: 'a number that is used twice',
    files: { ...FILES, '000002_twice.sql': '' },
    list: listOf({ [ONE]: 'select 1', '000002_twice.sql': '', [TWO]: 'select 2' }),
    problems: [`${TWO}: another migration has this number`],
  },
  {
    what: 'lines that are not in order',
    files: FILES,
    list: listOf({ [TWO]: 'select 2', [ONE]: 'select 1' }),
    problems: [`${ONE}: its line is not in order`],
  },
  {
    what: 'a name without a number',
    files: { 'three.sql': '' },
    list: listOf({ 'three.sql': '' }),
    problems: ['three.sql: name it <six digits>_<words>.sql'],
  },
  {
    what: 'a line that is not an exception',
    files: FILES,
    list: `${listOf(FILES)}${ONE} sometime\n`,
    problems: [`'${ONE} sometime' is no line of the list`],
  },
]

for (const { what, files, list, problems } of ROWS)
  test(what, () => assert.deepEqual(judgeMigrations(new Map(Object.entries(files)), list), problems))
