import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { TestGatewayOptions } from './configuration.ts'
import { type Portal, type StartedPortal, startPortal } from './start-portal.ts'

export type { Portal, PortalPage } from './start-portal.ts'

/**
 * The portal for the tests of a file: started before the first one and stopped after the last. After each test it fails
 * if a page had an error in the console, violated the Content-Security-Policy or sent a request to another host.
 * `prepare` creates the data that the tests need.
 */
export function portalForFile(options: TestGatewayOptions = {}, prepare?: (portal: Portal) => Promise<void>): Portal {
  let started: StartedPortal | undefined
  const running = () => {
    assert.ok(started, 'the portal has not been started')
    return started
  }

  before(async () => {
    started = await startPortal(options)
    await prepare?.(started)
  })
  afterEach(() => started?.closePages())
  after(() => started?.stop())

  return {
    get gateway() {
      return running().gateway
    },
    get accounts() {
      return running().accounts
    },
    get browser() {
      return running().browser
    },
    open: (...args) => running().open(...args),
    logInAs: (...args) => running().logInAs(...args),
    call: (...args) => running().call(...args),
  }
}
