import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const README = new URL('../README.md', import.meta.url)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PATIENCE_MS = 120_000

/**
 * A replacement for `npx`, with which the README's commands begin, that runs the same programs from the sources: it
 * compiles nothing and uses no registry. The commands run in a folder of their own, not in the checkout.
 */
const NPX = `#!/bin/sh
[ "$1 $2" = '-y pnpm@12' ] || exit 97
shift 2
case "$1" in
  heliograph) shift; exec "$NODE" --conditions=@heliograph/source --import "$TSX" '${ROOT}apps/gateway/src/main.ts' "$@" ;;
  exec) shift 2; exec "$NODE" '${ROOT}core/testkit/bin/heliograph-fake-smsc.mjs' "$@" ;;
esac
exit 98
`

/** A folder in which the commands run, and the processes started in it. */
interface Place {
  readonly folder: string
  start(script: string): Running
  end(): Promise<void>
}

interface Running {
  readonly child: ChildProcess
  readonly output: { readonly text: string }
  /** Waits until the output matches. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<number | null>
}

async function createPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-smsc-'))
  await writeFile(join(folder, 'npx'), NPX)
  await chmod(join(folder, 'npx'), 0o755)
  const env = {
    ...process.env,
    PATH: `${folder}:${process.env.PATH}`,
    NODE: process.execPath,
    TSX: import.meta.resolve('@heliograph/tsx'),
  }
  const all: Running[] = []
  return {
    folder,
    start(script) {
      const started = run(script, folder, env)
      all.push(started)
      return started
    },
    async end() {
      // The last one first: the gateway before its network.
      for (const { child, ended } of all.toReversed()) {
        signalGroup(child, 'SIGTERM')
        const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), 20_000)
        await ended
        clearTimeout(timer)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signals the whole group, because a shell has children of its own. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, signal)
}

function run(script: string, cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn('sh', ['-ec', script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => signalGroup(child, 'SIGKILL'))
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.text += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    output,
    ended,
    async shows(pattern) {
      for (const end = Date.now() + PATIENCE_MS; ; await delay(20)) {
        const found = pattern.exec(output.text)
        if (found) return found
        assert.equal(child.signalCode ?? (child.exitCode || null), null, `it ended: ${output.text}`)
        assert.ok(Date.now() < end, `no ${pattern} in: ${output.text}`)
      }
    },
  }
}

/** The block of the README after a marker, with other ports, because those in the text may be in use. */
function block(readme: string, name: string, ports: Readonly<Record<string, string | number>>): string {
  const found = new RegExp(`<!-- try:${name} -->\\n\`\`\`\\w+\\n(.*?)\`\`\``, 's').exec(readme)?.[1]
  assert.ok(found, `the README has no block ${name}`)
  return Object.entries(ports).reduce((text, [port, other]) => {
    assert.ok(text.includes(port), `the block ${name} does not name port ${port}`)
    return text.replaceAll(port, String(other))
  }, found)
}

test('what the README says under "Try it" works as it is written', { timeout: 280_000 }, async () => {
  const readme = await readFile(README, 'utf8')
  const place = await createPlace()
  try {
    const smsc = place.start(block(readme, 'smsc', { 2776: 0 }))
    const [, smscPort = ''] = await smsc.shows(/"port":(\d+)/)
    const config = block(readme, 'config', { 2776: smscPort, 8080: 0, 8081: 0 })
    await writeFile(join(place.folder, 'smsc.yaml'), config)
    const gateway = place.start(block(readme, 'start', {}))
    const [, httpPort = ''] = await gateway.shows(/running on http:\/\/127\.0\.0\.1:(\d+)/)
    const commands = place.start(block(readme, 'send', { 8080: httpPort }))
    await commands.shows(/"name":"DELIVERED.*"smsCount":2|"smsCount":2.*"name":"DELIVERED/)
    assert.equal(await commands.ended, 0, commands.output.text)
  } finally {
    await place.end()
  }
})
