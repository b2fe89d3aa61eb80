import { type ContactGroups, GatewayError, type GroupRecord } from '@heliograph/contracts'
import { MAX_GROUPS, nameKey, readContactNumbers, readGroupName } from '@heliograph/messaging'

interface Group extends GroupRecord {
  readonly clientId: number
  readonly members: Set<string>
}

/** Groups of the double's contacts. */
export interface Groups {
  /** By name. */
  of(clientId: number): readonly Group[]
  named(clientId: number, name: string): Group | undefined
  add(clientId: number, name: string): Group
  readonly service: ContactGroups
}

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

export function createGroups(isNoted: (clientId: number, mobile: string) => boolean): Groups {
  const groups = new Map<number, Group>()
  /** Ids by client and name. */
  const ids = new Map<string, number>()
  let nextId = FIRST_ID

  const ofClient = (clientId: number) => [...groups.values()].filter((group) => group.clientId === clientId)
  const of = (clientId: number) => ofClient(clientId).sort(byName)
  const named = (clientId: number, name: string) => groups.get(ids.get(keyOf(clientId, name)) ?? 0)

  function put(group: Group): void {
    groups.set(group.groupId, group)
    ids.set(keyOf(group.clientId, group.name), group.groupId)
  }

  function add(clientId: number, name: string): Group {
    if (ofClient(clientId).length >= MAX_GROUPS)
      throw new GatewayError('conflict', 'too-many-groups', `There are ${MAX_GROUPS} groups already`)
    const group = { clientId, groupId: nextId, name, members: new Set<string>() }
    nextId += 1
    put(group)
    return group
  }

  function get(clientId: number, groupId: number): Group {
    const group = groups.get(groupId)
    if (group?.clientId !== clientId) throw new GatewayError('not-found', 'group-not-found', 'Group not found')
    return group
  }

  function requireFree(clientId: number, name: string, own?: Group): void {
    const other = named(clientId, name)
    if (other !== undefined && other !== own)
      throw new GatewayError('conflict', 'group-taken', 'Another group has this name')
  }

  const service: ContactGroups = {
    list: async ({ clientId }) => of(clientId).map(showGroup),
    async add({ clientId }, given) {
      const name = readGroupName(given)
      requireFree(clientId, name)
      return showGroup(add(clientId, name))
    },
    async rename({ clientId }, groupId, given) {
      const name = readGroupName(given)
      const group = get(clientId, groupId)
      requireFree(clientId, name, group)
      ids.delete(keyOf(clientId, group.name))
      put({ ...group, name })
      return { groupId, name }
    },
    async remove({ clientId }, groupId) {
      const { name } = get(clientId, groupId)
      groups.delete(groupId)
      ids.delete(keyOf(clientId, name))
    },
    async addContacts({ clientId, country }, groupId, given) {
      const mobiles = readContactNumbers(given, country)
      const { members } = get(clientId, groupId)
      const fresh = mobiles.filter((mobile) => isNoted(clientId, mobile) && !members.has(mobile))
      for (const mobile of fresh) members.add(mobile)
      return fresh.length
    },
    async removeContacts({ clientId, country }, groupId, given) {
      const mobiles = readContactNumbers(given, country)
      const { members } = get(clientId, groupId)
      return mobiles.filter((mobile) => members.delete(mobile)).length
    },
  }
  return { of, named, add, service }
}

export function showGroup({ groupId, name }: GroupRecord): GroupRecord {
  return { groupId, name }
}

function keyOf(clientId: number, name: string): string {
  return `${clientId} ${nameKey(name)}`
}

function byName(a: GroupRecord, b: GroupRecord): number {
  return nameKey(a.name) < nameKey(b.name) ? -1 : 1
}
