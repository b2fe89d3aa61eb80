import { describe } from 'node:test'
import { resolveServerKind, type ServerKind } from '../src/index.ts'
import { describeAddress } from './http-server-address.ts'
import { describeAnswers } from './http-server-answers.ts'
import { describeBodies } from './http-server-bodies.ts'
import { describeConnections, describeDeafClient } from './http-server-connections.ts'
import { describeDeadline } from './http-server-deadline.ts'
import { describeEdges } from './http-server-edges.ts'
import { describeNodeOnly, describeUwsOnly } from './http-server-kinds.ts'
import { describeLife } from './http-server-life.ts'
import { describeMemory } from './http-server-memory.ts'
import { describeReaders } from './http-server-readers.ts'
import { describeRequestIds } from './http-server-request-ids.ts'
import { describeRequests } from './http-server-requests.ts'
import { describeSmuggling } from './http-server-smuggling.ts'
import { describeDeafReader, describeStreams } from './http-server-streams.ts'
import { describeTransport } from './http-server-transport.ts'

const KINDS: readonly ServerKind[] = (await resolveServerKind('auto')) === 'uws' ? ['uws', 'node'] : ['node']

describe('HTTP servers', () => {
  for (const kind of KINDS) {
    describe(`${kind} requests`, () => describeRequests(kind))
    describe(`${kind} request ids`, () => describeRequestIds(kind))
    describe(`${kind} edges`, () => describeEdges(kind))
    describe(`${kind} bodies`, () => describeBodies(kind))
    describe(`${kind} memory`, () => describeMemory(kind))
    describe(`${kind} deadline`, () => describeDeadline(kind))
    describe(`${kind} answers`, () => describeAnswers(kind))
    describe(`${kind} readers`, () => describeReaders(kind))
    describe(`${kind} streams`, () => describeStreams(kind))
    describe(`${kind} connections`, () => describeConnections(kind))
    describe(`${kind} transport`, () => describeTransport(kind))
    describe(`${kind} life`, () => describeLife(kind))
  }
})

// These run at the same time, because the native server's own time-outs of 8 to 12 s cannot be shortened.
describe('HTTP servers that wait', { concurrency: true }, () => {
  for (const kind of KINDS) {
    describe(`${kind} smuggling`, { concurrency: true }, () => describeSmuggling(kind))
    describeDeafClient(kind)
    describeDeafReader(kind)
  }
  if (KINDS.includes('uws')) {
    describeUwsOnly()
    describeAddress()
  }
  describeNodeOnly()
})
