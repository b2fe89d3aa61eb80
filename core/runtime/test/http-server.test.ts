import { describe } from 'node:test'
import { resolveServerKind, type ServerKind } from '../src/http/index.ts'
import { describeBodies } from './http-server-bodies.ts'
import { describeConnections, describeDeafClient } from './http-server-connections.ts'
import { describeNodeOnly, describeUwsOnly } from './http-server-kinds.ts'
import { describeLife } from './http-server-life.ts'
import { describeRequests } from './http-server-requests.ts'
import { describeSmuggling } from './http-server-smuggling.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']

// At the same time, because the native server's own time-outs of 8 to 12 s can only be waited for.
describe('HTTP servers', { concurrency: true }, () => {
  for (const kind of KINDS) {
    describe(`${kind} requests`, () => describeRequests(kind))
    describe(`${kind} bodies`, () => describeBodies(kind))
    describe(`${kind} smuggling`, () => describeSmuggling(kind))
    describe(`${kind} connections`, () => describeConnections(kind))
    describe(`${kind} life`, () => describeLife(kind))
    describeDeafClient(kind)
  }
  if (KINDS.includes('uws')) describeUwsOnly()
  describeNodeOnly()
})
