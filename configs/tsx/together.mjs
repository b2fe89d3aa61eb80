import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { cpuSeconds } from './cpu-seconds.mjs'
import { findRunnerHook } from './runner-hook.mjs'

/**
 * How long the process may take to end on its own after the last test. With dozens of connections to close on a machine
 * that does forty things at once, half a minute was not enough.
 */
const GRACE_MS = 120_000

/**
 * A process of test.mjs that shares files with others: takes the next one that no other has taken, until none is left.
 * Every file is a suite named after it, and its CPU time is told: that of this process, and of those that it started
 * and that have ended.
 */
export async function runTogether({ files, names, timeout, folder }) {
  const hook = findRunnerHook()
  const taken = []
  let isAtEnd = false
  process.on('unhandledRejection', tellWhere)
  process.on('uncaughtException', tellWhere)
  process.on('exit', () => {
    if (!isAtEnd) process.exitCode = 1
    if (process.exitCode) console.error(`Order of the files in this process: ${taken.join(' ')}`)
  })
  for (const [index, file] of files.entries()) {
    if (!isFree(join(folder, String(index)))) continue
    taken.push(names[index])
    const before = cpuSeconds()
    await runFile(names[index], pathToFileURL(file).href, timeout, hook)
    // The runner reads its messages from stdout, and may take text between them for one (nodejs/node#64061).
    console.error(`cpu_s ${(cpuSeconds() - before).toFixed(1)} ${names[index]}`)
  }
  isAtEnd = true
  setTimeout(tellWhatIsOpen, Math.min(GRACE_MS, timeout)).unref()
}

/** Whether the file with this mark is ours. */
function isFree(mark) {
  try {
    mkdirSync(mark)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Resolves after the last test of the file, or when its time is over. */
function runFile(name, url, timeout, hook) {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, timeout)
    hook.on()
    describe(name, { timeout }, async () => {
      after(() => {
        clearTimeout(limit)
        resolve()
      })
      // Node 20 resolves no links when the last thing looked at was a socket or a pipe (nodejs/node#51142).
      statSync('/')
      try {
        await import(url)
      } finally {
        hook.off()
      }
    })
  })
}

/** The runner tells the message alone of an error that it can put down to no test. */
function tellWhere(error) {
  console.error(error)
}

/**
 * Without this, a socket or server left open by a test would keep the process alive until the time limit, with no hint
 * why.
 */
function tellWhatIsOpen() {
  console.error(
    `All tests have ended, and these open resources keep the process alive: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}
