import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromiumPackage from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Debian's own; otherwise the one from npm, which needs nothing installed. */
const SYSTEM_CHROMIUM = '/usr/bin/chromium'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser without a window. It does not access the internet on its own. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : await unpackChromium()
  return chromium.launch({ executablePath, args: FLAGS })
}

/**
 * Unpacks the browser from npm, unless that has been done, and resolves with its path. Left alone, the package would
 * unpack to a path that other processes begin to use while it is still being written; so it does so in a folder of its
 * own, which then gets its name in one step.
 */
async function unpackChromium(): Promise<string> {
  const folder = join(tmpdir(), 'heliograph-chromium')
  const executablePath = join(folder, 'chromium')
  if (existsSync(executablePath)) return executablePath
  const own = await mkdtemp(`${folder}-`)
  const { TMPDIR } = process.env
  process.env.TMPDIR = own
  try {
    await chromiumPackage.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  try {
    await rename(own, folder)
  } catch (error) {
    await rm(own, { recursive: true })
    // Another process was faster.
    if (!existsSync(executablePath)) throw error
  }
  return executablePath
}
