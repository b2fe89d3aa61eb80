import assert from 'node:assert/strict'
import { test } from 'node:test'

interface Progress {
  read(line: string): void
  tick(): void
  end(): void
}

interface Options {
  readonly total: number
  readonly isTerminal: boolean
  readonly write: (text: string) => void
  readonly now: () => number
}

// A program without types, because it runs before anything has been compiled.
const PROGRAM = new URL('../bin/build-progress.mjs', import.meta.url).href
const { createBuildProgress } = (await import(PROGRAM)) as { createBuildProgress(options: Options): Progress }

/** As turbo prints them. */
const LINES = [
  '• Packages in scope: @heliograph/contracts, @heliograph/engine, @heliograph/gateway',
  '• Running build in 3 packages',
  '@heliograph/contracts:build: cache hit, suppressing logs 8f3e1c2a4b5d6e7f',
  '@heliograph/engine:build: cache miss, executing 1a2b3c4d5e6f7a8b',
  '@heliograph/engine:build: > tsc -p tsconfig.build.json',
  '@heliograph/gateway:build: cache miss, executing 9a8b7c6d5e4f3a2b',
  ' Tasks:    3 successful, 3 total',
]

/** What is written while those lines come, one a second. */
function written(isTerminal: boolean): string {
  const texts: string[] = []
  let time = 0
  const write = (text: string) => void texts.push(text)
  const progress = createBuildProgress({ total: 3, isTerminal, write, now: () => time })
  for (const line of LINES) {
    time += 1_000
    progress.read(line)
    if (line.startsWith('•')) progress.tick()
  }
  progress.end()
  return texts.join('')
}

test('a terminal has one line, which tells how far the build is and that it goes on', () => {
  const [first, ...states] = written(true).split('\r\x1b[2K')
  assert.equal(first, '')
  assert.deepEqual(states, [
    'Compiling Heliograph: 0 of 3 packages, 0 s',
    'Compiling Heliograph: 0 of 3 packages, 1 s',
    'Compiling Heliograph: 0 of 3 packages, 2 s',
    'Compiling Heliograph: 1 of 3 packages, 3 s, @heliograph/contracts',
    'Compiling Heliograph: 2 of 3 packages, 4 s, @heliograph/engine',
    'Compiling Heliograph: 3 of 3 packages, 6 s, @heliograph/gateway',
    '',
  ])
})

test('a log has a line for each package that was compiled', () => {
  assert.deepEqual(written(false).split('\n'), [
    'Compiling Heliograph: 3 packages, some of them may be compiled already.',
    'Compiled 2 of 3: @heliograph/engine, after 4 s',
    'Compiled 3 of 3: @heliograph/gateway, after 6 s',
    '',
  ])
})
