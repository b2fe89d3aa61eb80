import { existsSync } from 'node:fs'
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
  const executablePath = existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : await chromiumPackage.executablePath()
  return chromium.launch({ executablePath, args: FLAGS })
}
