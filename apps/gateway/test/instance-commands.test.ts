import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@heliograph/postgres/testing'
import { createEngineDatabase } from '../../../core/engine/test/support/engine-database.ts'
import { createProgram } from '../src/cli.ts'
import { OWN_COMMANDS } from '../src/instance-commands/command-names.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'

const PACKAGE = fileURLToPath(new URL('./support/with-commands/', import.meta.url))

test('the names of commands of the program are listed where instances are compared with them', () => {
  const program = createProgram({ out: () => undefined, err: () => undefined }, false)
  const names = program.commands.map((command) => command.name())
  assert.deepEqual([...OWN_COMMANDS].sort(), [...names, 'help'].sort())
})

describe('commands of instances', () => {
  let database: TestDatabase
  let folder: string
  before(async () => {
    database = await createEngineDatabase()
    folder = await mkdtemp(join(tmpdir(), 'heliograph-instance-commands-'))
    await cp(PACKAGE, join(folder, 'with-commands'), { recursive: true })
    await configure('gateway.json', ['loyalty'])
    await configure('collision.json', ['loyalty', 'send'])
    await writeFile(join(folder, 'broken.json'), JSON.stringify({ instances: { loyalty: { use: './nowhere' } } }))
  })
  after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  async function configure(file: string, instances: readonly string[]): Promise<void> {
    const entries = instances.map((id) => [
      id,
      { use: './with-commands/index.mjs', config: { password: 'shop-password' } },
    ])
    const configuration = { database: { url: database.url }, instances: Object.fromEntries(entries) }
    await writeFile(join(folder, file), JSON.stringify(configuration))
  }

  const options = (file = 'gateway.json') => ['--config', join(folder, file), '--data-dir', join(folder, 'data')]
  const run = (line: string, file?: string) => runHere([...line.split(' '), ...options(file)])

  test('a command works with the tables of its instance, which is not started', async () => {
    const { code, stdout, stderr } = await run('loyalty add-points 7 3')
    assert.deepEqual([code, stdout, stderr], [0, 'Client 7: 3\n', 'A moment.\n'])
    const line = ['loyalty', 'add-points', '7', '--level', 'gold', ...options()]
    assert.deepEqual(await runJsonHere(line), { clientId: 7, level: 'gold', points: 4 })
    assert.equal((await run('loyalty add-points 7 --dry-run')).stdout, 'Client 7: 4\n')
  })

  test('no secret is shown', async () => {
    const { stdout, stderr } = await run('loyalty tell')
    assert.deepEqual([stdout, stderr], ['[redacted]\n[redacted]\n', 'with [redacted]\n'])
    assert.deepEqual(await runJsonHere(['loyalty', 'tell', ...options()]), {
      password: '[redacted]',
      token: '[redacted]',
      at: '1970-01-01T00:00:00.000Z',
    })
  })

  test('its exit code is that of the process', async () => {
    assert.deepEqual((await run('loyalty end 3')).code, 3)
    const { code, stderr } = await run('loyalty end 300')
    assert.equal(code, 1)
    assert.match(stderr, /ended with 300, which is no exit code\. This is a bug in the package/)
  })

  test('an error of the gateway is told with its code', async () => {
    const { code, stderr } = await run('loyalty refuse --json')
    assert.deepEqual([code, JSON.parse(stderr)], [1, { error: { code: 'not-today', message: 'Not today' } }])
  })

  const REFUSED: readonly { readonly line: string; readonly file?: string; readonly message: RegExp }[] = [
    { line: 'loyality add-points 7', message: /no instance in the configuration\. Did you mean 'loyalty'\?/ },
    { line: 'nonsense', message: /no command 'nonsense', and no instance .* See: heliograph --help/ },
    { line: 'loyalty add-point 7', message: /unknown command 'add-point'\n\(Did you mean add-points\?\)/ },
    { line: 'loyalty', message: /unknown option '--config'\nSee: heliograph loyalty --help/ },
    { line: 'loyalty add-points', message: /missing required argument 'client-id'\nSee: heliograph loyalty --help/ },
    { line: 'loyalty add-points seven', message: /It must be a whole number\. Expected: Which client\./ },
    { line: 'loyalty add-points 0', message: /It must be at least 1\./ },
    { line: 'loyalty add-points 7 --level bronze', message: /It must be one of: silver, gold\./ },
    { line: 'loyalty add-points 7 --leval gold', message: /unknown option '--leval'\n\(Did you mean --level\?\)/ },
    { line: 'loyalty add-points 7 1 2', message: /too many arguments/ },
    { line: 'loyalty add-points 7', file: 'broken.json', message: /broken\.json/ },
    { line: 'loyalty add-points 7', file: 'nowhere.json', message: /nowhere\.json/ },
  ]
  for (const { line, file, message } of REFUSED) {
    test(`refused: heliograph ${line}${file === undefined ? '' : ` with ${file}`}`, async () => {
      const { code, stdout, stderr } = await run(line, file)
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, message)
    })
  }

  test('without its configuration it is told what is missing', async () => {
    const { stderr } = await runHere(['loyalty', 'add-points', '7'])
    assert.match(stderr, /unknown command 'loyalty'\nA command of an instance needs .*: --config FILE/)
  })

  test('help shows them', async () => {
    assert.match(
      (await run('--help')).stdout,
      /^ {2}loyalty +Commands of the plugin loyalty: add-points,\n +tell, end/m,
    )
    assert.match((await run('loyalty --help')).stdout, /^ {2}add-points .*<client-id> \[points\] +Give points/m)
    assert.match(
      (await run('loyalty add-points --help')).stdout,
      /--level <choice> +Of the client\. \(choices: "silver"/,
    )
  })

  test('help shows what there is when the configuration is wrong', async () => {
    const { code, stdout, stderr } = await run('--help', 'broken.json')
    assert.equal(code, 0)
    assert.match(stdout, /^ {2}start /m)
    assert.match(stderr, /The commands of instances are not shown: .*nowhere/s)
  })

  test('shells complete them with the configuration that has them', async () => {
    const { stdout } = await run('completion bash')
    for (const word of ['loyalty add-points', '--dry-run', 'gold']) assert.ok(stdout.includes(word), word)
    assert.ok(!(await runHere(['completion', 'bash'])).stdout.includes('loyalty'))
  })

  test('check refuses an instance whose commands cannot be typed', async () => {
    const { code, stderr } = await run('check --offline --json', 'collision.json')
    const findings: readonly { name: string; ok: boolean; message: string; remedy?: string }[] =
      JSON.parse(stderr).error.details
    const wrong = findings.filter(({ name, ok }) => !ok && name.startsWith('instances.'))
    assert.equal(code, 1)
    assert.deepEqual(
      wrong.map(({ message, remedy }) => [message, remedy]),
      [
        [
          "'send' is a command of heliograph itself, so the commands of this instance (add-points, tell, end, refuse) are out of reach.",
          'Give the instance another name.',
        ],
      ],
    )
    assert.match(wrong[0]?.name ?? '', /^instances\.send \(.*collision\.json:1\)$/)
  })
})
