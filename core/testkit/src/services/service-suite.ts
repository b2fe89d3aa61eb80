import { after, before, describe, test } from 'node:test'
import { accessCases } from './access-cases.ts'
import { accountCases } from './account-cases.ts'
import { administrationCases } from './administration-cases.ts'
import { balanceCases } from './balance-cases.ts'
import { blobCases } from './blob-cases.ts'
import { changeCases } from './change-cases.ts'
import { contactCases } from './contact-cases.ts'
import { contentCases } from './content-cases.ts'
import { eventCases } from './event-cases.ts'
import { historyCases } from './history-cases.ts'
import { hookCases } from './hook-cases.ts'
import { incomingCases } from './incoming-cases.ts'
import { linkCases } from './link-cases.ts'
import { logCases } from './log-cases.ts'
import { loginCases } from './login-cases.ts'
import { networkCases } from './network-cases.ts'
import { passkeyCases } from './passkey-cases.ts'
import { quietCases } from './quiet-cases.ts'
import { refusalCases } from './refusal-cases.ts'
import { reportCases } from './report-cases.ts'
import { secretCases } from './secret-cases.ts'
import { segmentCases } from './segment-cases.ts'
import { senderCases } from './sender-cases.ts'
import type { ServiceCase, ServiceWorld } from './service-world.ts'
import { sessionCases } from './session-cases.ts'
import { speedCases } from './speed-cases.ts'
import { stateCases } from './state-cases.ts'
import { stateChangeCases } from './state-change-cases.ts'
import { submissionCases } from './submission-cases.ts'
import { tableCases } from './table-cases.ts'
import { tokenCases } from './token-cases.ts'
import { visibleCases } from './visible-cases.ts'
import { windowCases } from './window-cases.ts'

const GROUPS: Readonly<Record<string, readonly ServiceCase[]>> = {
  submitting: submissionCases,
  'links in texts': linkCases,
  'numbers to send as': senderCases,
  'hooks of plugins': hookCases,
  reports: reportCases,
  'history of messages': historyCases,
  'schedules and changes': changeCases,
  'balances of clients': balanceCases,
  'quiet hours': quietCases,
  'delivery windows': windowCases,
  'speed limits of bulks': speedCases,
  segments: segmentCases,
  sessions: sessionCases,
  'contacts, keys and limits': accountCases,
  'second factors, links to log in by and the audit log': accessCases,
  passkeys: passkeyCases,
  'access tokens': tokenCases,
  'phonebook and groups': contactCases,
  'accounts by role': administrationCases,
  'log-ins by password': loginCases,
  'log-ins that are refused': refusalCases,
  'networks of a client': networkCases,
  'incoming SMS': incomingCases,
  events: eventCases,
  'what a user with one channel sees': visibleCases,
  'state of instances and limits of addresses': stateCases,
  'changes of state that go with messages': stateChangeCases,
  'tables of instances': tableCases,
  'the log of events': logCases,
  'secrets of instances': secretCases,
  'rich content': contentCases,
  files: blobCases,
}

/**
 * Registers tests of what the contracts promise about the services that interfaces and plugins use. Everything that
 * provides these services, on a database or in memory, has to pass them. `more` are cases of other services of the same
 * world, by their subject.
 * @stability experimental
 */
export function serviceSuite<W extends ServiceWorld>(
  make: () => Promise<W>,
  more: Readonly<Record<string, readonly ServiceCase<W>[]>> = {},
): void {
  let world: W
  before(async () => {
    world = await make()
  })
  after(() => world.close())

  for (const [group, cases] of [...Object.entries(GROUPS), ...Object.entries(more)])
    describe(group, () => {
      for (const { client, name, run } of cases) test(name, async () => run(world, await world.addClient(client)))
    })
}
