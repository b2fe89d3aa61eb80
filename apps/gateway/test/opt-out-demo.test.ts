import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runJsonHere } from './support/cli-here.ts'
import {
  type GatewayProcess,
  makeUsedDataDir,
  startGateway,
  type TestDataDir,
  until,
} from './support/gateway-process.ts'
import { runProgram } from './support/peers/http/run-script.ts'

// Opting out and in again, with the exact lines of the page about it.

const PAGE = new URL('../../docs/concepts/opt-out.md', import.meta.url)
const PROGRAM = fileURLToPath(new URL('../bin/heliograph.mjs', import.meta.url))

let folder: TestDataDir
let gateway: GatewayProcess
before(async () => {
  folder = await makeUsedDataDir()
  gateway = await startGateway({ dataDir: folder.path })
})
after(async () => {
  await gateway?.stop()
  await folder?.remove()
})

/**
 * The expected answer to each line; after a line that delivers an SMS the test waits for its confirmation, as people
 * do.
 */
const ANSWERS: readonly (readonly [answer: RegExp, confirmation?: RegExp])[] = [
  [/^Incoming SMS \d+ stored for channel \d+\.\n$/, /has opted out/],
  [/^error: Not accepted: Contact has opted out /],
  [/^Incoming SMS \d+ stored for channel \d+\.\n$/, /has opted in/],
  [/^PENDING_ACCEPTED /],
  [/ Hello\n.* has opted in .*\n.* has opted out /],
]

async function demoLines(): Promise<readonly string[]> {
  const blocks = [...(await readFile(PAGE, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)
  return (blocks.find((text) => text.includes('simulate incoming')) ?? '').trim().split('\n')
}

/** Runs a line in a shell, with the gateway's data folder, and resolves with its output. */
async function paste(line: string): Promise<string> {
  const heliograph = `heliograph() { '${process.execPath}' '${PROGRAM}' "$@" --data-dir '${folder.path}'; }`
  const { stdout, stderr } = await runProgram('bash', ['-c', `${heliograph}; ${line}`])
  return stdout + stderr
}

// spec: Contact subscription states | rule | opted out: later sends are blocked
test('opting out and in again goes as the page says', async () => {
  const lines = await demoLines()
  assert.equal(lines.length, ANSWERS.length)
  const apiKey = /API key, shown this once: (\w+)/.exec(gateway.output.stdout)?.[1] ?? ''
  for (const [index, line] of lines.entries()) {
    const [answer, confirmation] = ANSWERS[index] ?? []
    assert.match(await paste(line.replaceAll('<API_KEY>', apiKey)), answer as RegExp, line)
    if (confirmation !== undefined)
      await until(
        () => runJsonHere<object>(['message', 'find', '--to', '27821234567', '--data-dir', folder.path]),
        (found) => confirmation.test(JSON.stringify(found)),
      )
  }
})
