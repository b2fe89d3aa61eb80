import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { blocksOf } from './support/page-blocks.ts'
import { findPages, ROOT, readPage } from './support/pages.ts'

// Which commands of the documentation are executed from their own text, and by which test. A page with commands that is
// not here, a block that was added, and a test that no longer reads its page are found.

const EXECUTABLE = ['sh', 'bash', 'sql', 'js', 'php', 'python', 'csharp']

interface Row {
  /** The tests that execute blocks of the page. */
  readonly by?: readonly string[]
  /** How many blocks they execute. */
  readonly blocks: number
  /** Beginnings of the blocks that no test executes, and why. */
  readonly others?: Readonly<Record<string, string>>
}

const EXAMPLES = 'apps/gateway/test/readme-examples.test.ts'
const MOVES = 'apps/gateway/test/moves.test.ts'
const example: Row = { by: [EXAMPLES], blocks: 1 }

const PAGES: Readonly<Record<string, Row>> = {
  'README.md': {
    by: [EXAMPLES],
    blocks: 1,
    others: {
      'npm install -g': 'packed.test.ts installs and starts what was packed',
      'npx -y pnpm@12 start': 'start.test.ts starts the demo; what runs all tests does not run inside of one',
      'alias heliograph': 'the same commands, without a terminal to ask at, are those of INSTALL.md',
      'npm create': 'create-package.test.ts creates, compiles and tests both kinds',
    },
  },
  'adapters/accounting/README.md': example,
  'adapters/basic/README.md': example,
  'adapters/desktop/README.md': example,
  'adapters/docs-web/README.md': example,
  'adapters/erp-a/README.md': example,
  'adapters/erp-b/README.md': example,
  'adapters/jasmin/README.md': {
    ...example,
    others: { 'heliograph channel set': 'provisioning.test.ts sets a channel; the URL is made up' },
  },
  'adapters/infobip/README.md': { by: [EXAMPLES, MOVES], blocks: 2 },
  'adapters/kannel-sendsms/README.md': example,
  'adapters/legacy/README.md': example,
  'adapters/portal-api/README.md': example,
  'adapters/portal-web/README.md': example,
  'adapters/queue-platform/README.md': example,
  'adapters/smpp/README.md': example,
  'adapters/soap/README.md': { by: [EXAMPLES], blocks: 2 },
  'adapters/subscription-web/README.md': example,
  'adapters/twilio/README.md': {
    by: [EXAMPLES, MOVES],
    blocks: 6,
    others: { 'heliograph channel set': 'provisioning.test.ts sets a channel; the URL is made up' },
  },
  'adapters/v2/README.md': { by: [EXAMPLES], blocks: 2 },
  'apps/create-heliograph-adapter/README.md': {
    blocks: 0,
    others: { 'npm create': 'create-package.test.ts does it with the packages of this repository' },
  },
  'apps/create-heliograph-adapter/template/adapter/README.md': {
    blocks: 0,
    others: { curl: 'needs the key of an account; the cases of the template send the same requests' },
  },
  'apps/create-heliograph-adapter/template/carrier/README.md': {
    blocks: 0,
    others: {
      'node -e': 'a server that never ends; the cases of the template have one of their own',
      curl: 'operator.test.ts of create-heliograph-adapter has the network call the same route',
    },
  },
  'apps/create-heliograph-adapter/template/plugin/README.md': {
    blocks: 0,
    others: {
      'node -e': 'a server that never ends; the cases of the template have one of their own',
      curl: 'operator.test.ts of create-heliograph-adapter asks for the same count',
    },
  },
  'apps/docs/concepts/opt-out.md': example,
  'apps/gateway/ARCHIVE.md': { by: ['apps/gateway/test/archive-page.test.ts'], blocks: 4 },
  'apps/gateway/BACKUP.md': {
    by: ['apps/gateway/test/backup.test.ts'],
    blocks: 7,
    others: { pgbackrest: 'needs a repository of its own, as the page says' },
  },
  'apps/gateway/HIGH-AVAILABILITY.md': { by: ['apps/gateway/test/high-availability-page.test.ts'], blocks: 2 },
  'apps/gateway/INSTALL.md': { by: ['apps/gateway/test/install-page.test.ts'], blocks: 12 },
  'apps/gateway/README.md': {
    by: [EXAMPLES],
    blocks: 1,
    others: {
      'npm install -g': 'packed.test.ts installs and starts what was packed',
      'heliograph start ': 'the same',
    },
  },
  'apps/gateway/WEBHOOKS.md': { by: [EXAMPLES, 'apps/gateway/test/webhook-receivers.test.ts'], blocks: 6 },
  'apps/gateway/UPGRADE.md': { by: ['apps/gateway/test/upgrade.test.ts'], blocks: 3 },
  'apps/portal/README.md': {
    blocks: 0,
    others: {
      'GATEWAY=': 'commands for those who change the portal',
      'npx -y pnpm@12 --filter @heliograph/portal generate': 'text-files.test.ts of the portal compares what it prints',
    },
  },
  'core/contracts/README.md': {
    blocks: 0,
    others: {
      '-- migrations/': 'plugin-data.test.ts has a package with such a migration',
      '// page.js': 'plugin-pages.test.ts of the portal opens such a page in a browser',
    },
  },
  'core/engine/CELLS.md': { by: ['core/engine/test/cells.test.ts'], blocks: 1 },
  'core/runtime/README.md': example,
  'core/testkit/README.md': {
    blocks: 0,
    others: { 'npx -y pnpm@12 exec heliograph-fake-smsc': 'carrier-smpp executes the same command' },
  },
  'plugins/carrier-smpp/README.md': { by: ['plugins/carrier-smpp/test/readme.test.ts'], blocks: 3 },
}

test('every page with commands is in the table, and no other', async () => {
  const withCommands: string[] = []
  for (const page of await findPages()) {
    const blocks = blocksOf(await readPage(page))
    if (blocks.some(({ language }) => EXECUTABLE.includes(language))) withCommands.push(page)
  }
  assert.deepEqual(withCommands.toSorted(), Object.keys(PAGES).toSorted())
})

for (const [page, { by = [], blocks, others = {} }] of Object.entries(PAGES))
  test(`${page}: each block is executed, or it is said why not`, async () => {
    const texts = blocksOf(await readPage(page))
      .filter(({ language }) => EXECUTABLE.includes(language))
      .map(({ text }) => text)
    const excused = Object.keys(others).map((beginning) => texts.filter((text) => text.startsWith(beginning)))
    for (const [index, found] of excused.entries())
      assert.equal(found.length, 1, `one block begins with ${Object.keys(others)[index]}`)
    assert.equal(texts.length, blocks + excused.length, texts.map((text) => text.split('\n')[0]).join('\n'))
    for (const file of by) {
      assert.ok(existsSync(join(ROOT, file)), file)
      const name = page.split('/').at(-1) as string
      assert.ok(readFileSync(join(ROOT, file), 'utf8').includes(name), `${file} reads ${name}`)
    }
  })
