import type { Page } from 'playwright-core'

/** What a page did that no page may do. */
export interface Watched {
  /** Throws when there was anything. `logged`: what the gateway logged meanwhile, which may say why. */
  assertClean(logged?: readonly string[]): void
  /** Allows a message of the console that a test causes on purpose, such as that of a refused request. */
  expectConsole(text: RegExp): void
}

/** Browsers write every refused request to the console; a user who is not logged in gets 401 first of all. */
const ALWAYS_EXPECTED = /the server responded with a status of 401/

/**
 * Collects errors of the console and of scripts, violations of the Content-Security-Policy, and requests to other
 * hosts.
 */
export function watchPage(page: Page, origin: string): Watched {
  const problems: string[] = []
  const expected: RegExp[] = [ALWAYS_EXPECTED]
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || /content security policy/i.test(message.text())
    if (isBad) problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`script: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== origin)
      problems.push(`request to ${request.url()}`)
  })
  return {
    expectConsole: (text) => void expected.push(text),
    assertClean(logged = []) {
      const left = problems.filter((problem) => !expected.some((text) => text.test(problem)))
      if (left.length > 0) throw new Error(['The page misbehaved:', ...left, ...logged.slice(-5)].join('\n'))
    },
  }
}
