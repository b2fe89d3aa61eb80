import { guardAccounts } from '@heliograph/access'
import {
  Accounts,
  AddressLimits,
  Balances,
  Blobs,
  Channels,
  Clients,
  ContactGroups,
  Contacts,
  IncomingMessages,
  type IncomingRecord,
  Interfaces,
  NetworkBlobs,
  type Principal,
  type ProvidedService,
  QuietHoursSettings,
  Secrets,
  ShortLinks,
  StateStore,
  SubscriptionLinks,
} from '@heliograph/contracts'
import { addressGroup, fillSubscriptionLinks, LONGEST_NUMBER, sendersOf, visibleChannel } from '@heliograph/messaging'
import type { AccessServices } from './access-services.ts'
import { memoryLinks } from './accounts.ts'
import { createBalances } from './balances.ts'
import { tripping } from './faults.ts'
import { memoryInterfaces } from './interfaces.ts'
import type { TakenIncoming } from './memory-network.ts'
import type { EngineParts } from './memory-services.ts'
import type { createPhonebook } from './phonebook.ts'
import { createQuietHours } from './quiet-hours.ts'
import { RequestWindow } from './rate-window.ts'
import { createMemorySecrets } from './secrets.ts'
import { memoryShortLinks } from './short-links.ts'

/** Services that look up, count and keep what belongs to a client or an instance. */
export function createAccountServices(
  parts: EngineParts,
  access: AccessServices,
  phonebook: ReturnType<typeof createPhonebook>,
): readonly ProvidedService[] {
  const { accounts, faults, keeper } = parts
  const channels: Channels = {
    async defaultOf(principal) {
      faults.trip('channels')
      return accounts.channelFor(principal, undefined)
    },
    async sendersOf(principal) {
      faults.trip('channels')
      return sendersOf(accounts.channelsFor(principal))
    },
    async visibleTo(principal) {
      faults.trip('channels')
      return visibleChannel(principal, accounts.ownChannelOf(principal))
    },
    async sampleOf(principal, text, from) {
      faults.trip('channels')
      const channel = accounts.channelFor(principal, from)
      return channel ? fillSubscriptionLinks(text, LONGEST_NUMBER, accounts.linkOwner(channel)) : text
    },
    async find(channelId) {
      faults.trip('channels')
      return keeper.findChannel(channelId)
    },
  }
  const clients: Clients = {
    async find(clientId) {
      faults.trip('clients')
      return accounts.publicClient(clientId)
    },
  }
  return [
    { token: Accounts, service: tripping(faults, 'accounts', guardAccounts(keeper, access.auditLog.note)) },
    { token: Balances, service: tripping(faults, 'balances', createBalances(accounts)) },
    { token: Channels, service: channels },
    { token: Clients, service: clients },
    { token: Contacts, service: tripping(faults, 'contacts', phonebook.contacts) },
    { token: ContactGroups, service: tripping(faults, 'contacts', phonebook.groups) },
    { token: IncomingMessages, service: createIncomingMessages(parts) },
    { token: Interfaces, service: memoryInterfaces },
    { token: SubscriptionLinks, service: memoryLinks },
    {
      token: QuietHoursSettings,
      service: tripping(faults, 'quietHours', createQuietHours(accounts, access.auditLog.note)),
    },
    { token: ShortLinks, service: memoryShortLinks },
    { token: StateStore, service: createStateStore(parts) },
    { token: Secrets, service: createMemorySecrets(accounts) },
    { token: Blobs, service: tripping(faults, 'blobs', parts.blobs.service) },
    { token: NetworkBlobs, service: tripping(faults, 'blobs', parts.blobs.network) },
    { token: AddressLimits, service: createAddressLimits(parts) },
  ]
}

function createIncomingMessages({ accounts, faults, inbox }: EngineParts): IncomingMessages {
  /** The incoming SMS that the principal may fetch. */
  function visible(principal: Principal): readonly TakenIncoming[] {
    const own = accounts.ownChannelOf(principal)
    return inbox.incoming.filter(({ channelId }) =>
      own === null ? accounts.clientOfChannel(channelId) === principal.clientId : channelId === own,
    )
  }

  const find: IncomingMessages['find'] = async (principal, { isRead, since, after = -1, limit }) => {
    faults.trip('incoming')
    const fitting = visible(principal)
      .map(recordOf(inbox.isRead))
      .filter((record) => record.incomingId > after)
      .filter((record) => isRead === undefined || record.isRead === isRead)
      .filter((record) => since === undefined || record.receivedAt >= since)
      .sort((a, b) => a.incomingId - b.incomingId)
    const records = fitting.slice(0, limit)
    return { records, next: fitting.length > limit ? records.at(-1)?.incomingId : undefined }
  }

  return {
    find,
    async lend(principal, filter) {
      const page = await find(principal, { ...filter, isRead: false })
      for (const { incomingId } of page.records) inbox.mark(incomingId, true)
      return {
        ...page,
        async settle(isDelivered) {
          faults.trip('incoming')
          for (const { incomingId } of page.records) inbox.mark(incomingId, isDelivered)
        },
      }
    },
  }
}

const recordOf =
  (isRead: (incomingId: number) => boolean) =>
  ({ incomingId, channelId, message }: TakenIncoming): IncomingRecord => ({
    incomingId,
    channelId: channelId as number,
    from: message.from,
    to: message.to,
    text: message.text,
    encoding: message.encoding,
    isRead: isRead(incomingId),
    receivedAt: message.receivedAt,
  })

function createStateStore({ faults, state }: EngineParts): StateStore {
  return { of: (instanceId) => tripping(faults, 'state', state.of(instanceId)) }
}

function createAddressLimits({ clock, faults }: EngineParts): AddressLimits {
  const window = new RequestWindow(clock)
  return {
    admit({ name, perMinute }, address) {
      faults.trip('addressLimits')
      return window.admit(`${name} ${addressGroup(address)}`, perMinute)
    },
  }
}
