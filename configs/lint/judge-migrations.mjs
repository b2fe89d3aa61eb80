import { createHash } from 'node:crypto'

const NAME = /^(\d{6})_[a-z0-9_]+\.sql$/
const LINE = /^(\S+) (before|after) ([0-9a-f]{64})$/

/**
 * Describes what is wrong with migrations. `files` has their texts by name, `list` is the text of `migrations.lock`:
 * a line for each, in order, with its step and the SHA-256 of its text.
 */
export function judgeMigrations(files, list) {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const bad = lines.filter((line) => !LINE.test(line)).map((line) => `'${line}' is no line of the list`)
  const listed = new Map(lines.map((line) => LINE.exec(line)).flatMap((found) => (found ? [[found[1], found[3]]] : [])))
  const names = [...files.keys()].sort()
  return [
    ...bad,
    ...names.filter((name) => !NAME.test(name)).map((name) => `${name}: name it <six digits>_<words>.sql`),
    ...names
      .filter((name, index) => index > 0 && numberOf(name) === numberOf(names[index - 1]))
      .map((name) => `${name}: another migration has this number`),
    ...names.flatMap((name) => judgeText(name, files.get(name), listed.get(name))),
    ...[...listed.keys()].filter((name) => !files.has(name)).map((name) => `${name}: is listed, and does not exist`),
    ...[...listed.keys()]
      .filter((name, index, all) => index > 0 && name < all[index - 1])
      .map((name) => `${name}: its line is not in order`),
  ]
}

function judgeText(name, text, checksum) {
  if (checksum === undefined) return [`${name}: is not listed; run migration-list.test.ts with UPDATE_DOCS=1`]
  const actual = createHash('sha256').update(text).digest('hex')
  return actual === checksum ? [] : [`${name}: was edited after it had landed; write a new migration instead`]
}

function numberOf(name) {
  return name.split('_')[0]
}
