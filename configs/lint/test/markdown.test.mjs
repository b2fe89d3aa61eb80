import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgePage, WIDTH, wrapPage } from '../judge-page.mjs'

const LONG = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')
const FIRST = LONG.slice(0, LONG.lastIndexOf(' ', WIDTH))
const SECOND = LONG.slice(FIRST.length + 1)

/** Pages, and how many problems each has. */
const JUDGED = [
  ['a line of prose', LONG, 1],
  ['an item of a list', `- ${LONG}`, 1],
  ['a table', `| ${LONG} |`, 0],
  ['a heading', `# ${LONG}`, 0],
  ['code', `\`\`\`sh\n${LONG}\n\`\`\``, 0],
  ['what a test writes', `<!-- generated:a -->\n${LONG}\n<!-- /generated -->`, 0],
  ['one word that is too long', 'x'.repeat(200), 0],
  ['a refused word in prose', 'Nobody\nknows', 1],
  ['a refused word in a table', '| nobody |', 1],
  ['a refused word in code', 'a `nobody\nknows`\n\n```sh\nnobody\n```', 0],
  ['a refused word that a test writes', '<!-- generated:a -->\nnobody\n<!-- /generated -->', 0],
  ['a block that is never closed', '```ts\na\n```ts\nb\n```', 1],
]

for (const [name, page, count] of JUDGED)
  test(`${name} has ${count} problems`, () => assert.equal(judgePage(page).length, count))

const WRAPPED = [
  ['a paragraph', LONG, `${FIRST}\n${SECOND}`],
  [
    'what follows the first line',
    `short\n${LONG}`,
    `short ${LONG.slice(0, LONG.lastIndexOf(' ', WIDTH - 6))}\n${LONG.slice(LONG.lastIndexOf(' ', WIDTH - 6) + 1)}`,
  ],
  ['prose that fits', 'one\ntwo', 'one\ntwo'],
  [
    'code in prose stays whole',
    `${'a '.repeat(55)}\`b c d e f g h\` i`,
    `${'a '.repeat(55).trim()}\n\`b c d e f g h\` i`,
  ],
  ['no line begins with what begins a list', `${'a '.repeat(59)}b - c`, `${'a '.repeat(59)}b -\nc`],
]

for (const [name, page, expected] of WRAPPED)
  test(`wrapping: ${name}`, () => {
    assert.equal(wrapPage(page), expected)
    assert.equal(wrapPage(expected), expected, 'and again')
  })

test('items of a list keep their indentation', () => {
  const [first, second] = wrapPage(`1. ${LONG}\n2. next`).split('\n')
  assert.ok(first.startsWith('1. word0') && second.startsWith('   word'))
})
