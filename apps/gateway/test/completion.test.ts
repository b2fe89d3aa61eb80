import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runHere } from './support/cli-here.ts'
import { runProgram } from './support/peers/http/run-script.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

// What shells offer, asked of the shells themselves.

const SHELLS = ['bash', 'zsh', 'fish'] as const
const without = (shell: string) => reasonUnless(findProgram(shell) !== undefined, shell, shell)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-completion-'))
  await writeFile(join(folder, 'my gateway.yaml'), '')
  await mkdir(join(folder, 'my folder'))
  for (const shell of SHELLS) {
    const { code, stdout } = await runHere(['completion', shell])
    assert.equal(code, 0)
    await writeFile(scriptOf(shell), stdout)
  }
})
after(() => rm(folder, { recursive: true }))

const scriptOf = (shell: string) => join(folder, `completion.${shell}`)

for (const shell of SHELLS) {
  test(`${shell} reads its script`, { skip: without(shell) }, async () => {
    const { code, stderr } = await runProgram(shell, ['-n', scriptOf(shell)])
    assert.deepEqual([code, stderr], [0, ''])
  })
}

interface Row {
  /** The words before the one to complete, and what has been typed of that. */
  readonly typed: readonly string[]
  readonly offered: readonly string[]
}

const ROWS: readonly Row[] = [
  { typed: ['sta'], offered: ['start'] },
  { typed: ['c'], offered: ['channel', 'check', 'client', 'completion', 'config', 'contact', 'credit'] },
  { typed: ['client', 's'], offered: ['set'] },
  { typed: ['start', '--wo'], offered: ['--workers'] },
  { typed: ['client', 'add', '--cu'], offered: ['--currency'] },
  { typed: ['client', 'add', '--name', '--cu'], offered: [] },
  { typed: ['config', 'p'], offered: ['production'] },
  {
    typed: ['completion', ''],
    offered: ['bash', 'zsh', 'fish', '--config', '--data-dir', '--set', '--json', '--help'],
  },
  { typed: ['webhooks', 'list', '--kind', 'd'], offered: ['dlr'] },
  { typed: ['start', '--config', 'my g'], offered: ['my gateway.yaml'] },
  { typed: ['start', '--data-dir', 'my'], offered: ['my folder'] },
  { typed: ['start', '--config', 'my.yaml', '--data'], offered: ['--data-dir'] },
  { typed: ['send', 'client', '--te'], offered: ['--text'] },
  { typed: ['nonsense', 'se'], offered: ['send', 'sending'] },
]

const IN_BASH = `source "$1" && shift
COMP_WORDS=(heliograph "$@")
COMP_CWORD=$#
[[ $(complete -p heliograph) =~ -F\\ ([a-z_]+)\\ heliograph ]] && \${BASH_REMATCH[1]}
printf '%s\\n' "\${COMPREPLY[@]}"`

for (const { typed, offered } of ROWS) {
  test(`bash: heliograph ${typed.join(' ')}`, { skip: without('bash') }, async () => {
    const script = `cd "$0" && ${IN_BASH}`
    const { stdout, stderr } = await runProgram('bash', ['--norc', '-c', script, folder, scriptOf('bash'), ...typed])
    assert.equal(stderr, '')
    const words = stdout.split('\n').filter((word) => word !== '')
    assert.deepEqual(words.sort(), [...offered].sort())
  })
}

// Where a value may be anything, fish itself offers options once a hyphen has been typed.
const inFish = ({ typed, offered }: Row) => !typed.at(-1)?.includes(' ') && offered.length > 0

for (const { typed, offered } of ROWS.filter(inFish)) {
  test(`fish: heliograph ${typed.join(' ')}`, { skip: without('fish') }, async () => {
    const script = `cd ${folder}; source ${scriptOf('fish')}; complete -C '${['heliograph', ...typed].join(' ')}'`
    const { stdout } = await runProgram('fish', ['--no-config', '-c', script], { env: { HOME: folder } })
    const words = stdout.split('\n').flatMap((line) => line.split('\t')[0] || [])
    // It offers options only once a hyphen has been typed, and marks folders.
    const expected = typed.at(-1)?.startsWith('-') ? offered : offered.filter((word) => !word.startsWith('-'))
    assert.deepEqual(words.map((word) => word.replace(/\/$/, '')).sort(), [...expected].sort())
  })
}

test('with --json the script is part of one object', async () => {
  const { stdout } = await runHere(['completion', 'bash', '--json'])
  const { shell, text } = JSON.parse(stdout) as { shell: string; text: string }
  assert.equal(shell, 'bash')
  assert.match(text, /^complete -F _heliograph heliograph$/m)
})
