import {
  createLoginLinks,
  createPasskeys,
  createSecondFactors,
  guardAccounts,
  guardAuditLog,
  type LoginLinkKeeper,
  type NoteAct,
  type PasskeyStore,
  type SecondFactorStore,
} from '@heliograph/access'
import {
  Accounts,
  AddressLimits,
  AuditLog,
  Balances,
  Blobs,
  Channels,
  Clients,
  Directory,
  GatewayError,
  KeyHandout,
  LoginLinks,
  Logins,
  NetworkBlobs,
  OWN_BRAND,
  Passkeys,
  type Principal,
  type ProvidedService,
  QuietHoursSettings,
  RateLimits,
  SecondFactors,
  ShortLinks,
  SmppLogins,
  StateStore,
  SubscriptionLinks,
  Tokens,
  VouchedLogins,
} from '@heliograph/contracts'
import type { DatabaseWing } from '../database/database-wing.ts'
import type { EngineOptions, MasterKeys } from '../engine-options.ts'
import type { Instances } from '../instances.ts'
import type { OwnershipWing } from '../ownership/ownership-wing.ts'
import { createTokens } from './access-tokens.ts'
import { createAuditStore } from './audit/audit-store.ts'
import { createRefusalNotes } from './audit/refusal-notes.ts'
import { countRefusals } from './audit/refusal-store.ts'
import { createBalances } from './balances.ts'
import { createBlobs } from './blobs/blobs.ts'
import { createChannels } from './channels.ts'
import { type AccountDirectory, createDirectory } from './directory.ts'
import { ErasedContacts } from './erased-contacts.ts'
import { KeyUses } from './key-uses.ts'
import { countLogins } from './login-counts.ts'
import { createLogins } from './logins.ts'
import { openDeployment, refuseMissingKeys } from './master-keys/deployment-key.ts'
import { createKeyRing } from './master-keys/key-ring.ts'
import { createMasterKeyChange, type MasterKeyChange } from './master-keys/master-key-change.ts'
import { createSecretBox, type SecretBox } from './master-keys/secret-box.ts'
import { operatorOf } from './operator-of.ts'
import { createPasskeyStore } from './passkey-store.ts'
import { createPasswordWork } from './password-work.ts'
import { createProvisioning, type Provisioning } from './provisioning/provisioning.ts'
import { createPublicClients } from './public-clients.ts'
import { createQuietHours } from './quiet-hours.ts'
import { createAddressLimits } from './rate-limits/address-limits.ts'
import { createRateLimits } from './rate-limits/rate-limits.ts'
import { createSecondFactorStore } from './second-factor-store.ts'
import { createShortLinks, type ShortLinkKeeper } from './short-links.ts'
import { createStateStore } from './state/state-store.ts'
import { createVouchedLogins } from './vouched-logins.ts'

/** The name under which the state store keeps login links: no instance can have this name. */
const LOGIN_LINKS = 'heliograph.login-links'

const MEBIBYTE = 1_048_576

/** Clients and users: who they are, what they may do, and how they prove it. */
export interface AccountsWing {
  readonly services: readonly ProvidedService[]
  readonly directory: AccountDirectory
  readonly erased: ErasedContacts
  readonly provisioning: Provisioning
  readonly secrets: SecretBox
  readonly masterKeys: MasterKeyChange
  readonly channels: Channels
  readonly loginLinks: LoginLinkKeeper
  readonly secondFactors: SecondFactorStore
  readonly passkeys: PasskeyStore
  /** The links in texts. */
  readonly links: ShortLinkKeeper
  /** Writes an act into the audit log. */
  readonly note: NoteAct
  /** As `Engine.operatorOf`. */
  operatorOf(clientId: number): Promise<Principal>
  /** Throws when the database belongs to another master key. */
  open(): Promise<void>
  /** As `Engine.useMasterKeys`. */
  useMasterKeys(masterKeys: MasterKeys): Promise<boolean>
  /** Tells the other nodes which master keys this one has, and shares the use of rate limits with them. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface AccountsNeeds {
  readonly database: DatabaseWing
  readonly ownership: OwnershipWing
  readonly instances: Instances
}

export function createAccountsWing(
  {
    settings: { defaults, limits, shortLinks },
    masterKeys,
    logger,
    metrics,
    product = OWN_BRAND.name,
    publicUrl,
  }: EngineOptions,
  { database, ownership, instances }: AccountsNeeds,
): AccountsWing {
  const { clock, steady, outage } = database
  const { general: sql } = database.pools
  const { changeNotes, signals, node } = ownership
  const secrets = createSecretBox(masterKeys)
  const passwords = createPasswordWork(clock)
  const links = createShortLinks({
    sql,
    codeOf: secrets.shortCode,
    url: shortLinks.url?.replace(/(?<!\/)\/+$/, ''),
    longSite: () => ({ baseUrl: publicUrl(), sign: secrets.links.sign }),
  })
  const keyUses = new KeyUses({ sql, clock, logger, changeNotes })
  const onKeyUsed = (keyId: number) => keyUses.count(keyId)
  const noteRefusal = createRefusalNotes({
    clock,
    write: (refusal, times, at) => countRefusals(sql, refusal, times, at),
    onLost: (error) => logger.error({ err: error }, 'rejected logins could not be recorded'),
  })
  const directory = createDirectory({ sql, clock, defaults, onKeyUsed, noteRefusal, logger })
  const erased = new ErasedContacts({ sql, clock, secrets })
  for (const memory of [directory, erased]) {
    signals.accountsChanged.on(() => memory.invalidate())
    signals.live.on((isLive) => memory.setLive(isLive))
  }
  const provisioning = createProvisioning(sql, secrets, defaults, passwords.hash, () => instances.isHandingOutKeys)
  const rateLimits = createRateLimits({ sql, clock, logger, nodeId: node.id })
  const state = createStateStore(sql, outage)
  const loginLinks = createLoginLinks(state.of(LOGIN_LINKS), directory, clock)
  const channels = createChannels({ sql, clock, directory, linkSite: links.site })
  const files = createBlobs({
    sql,
    visibleTo: channels.visibleTo,
    mostBlobs: limits.clientBlobs,
    mostOctetsOfOne: limits.blobMebibytes * MEBIBYTE,
    mostOctets: limits.clientBlobMebibytes * MEBIBYTE,
  })
  const auditLog = guardAuditLog({
    store: createAuditStore(sql, database.searches, clock),
    accounts: provisioning,
    onLost: (error, { action }) =>
      logger.error({ err: error, action }, 'an action could not be written to the audit log'),
  })
  const { note } = auditLog
  const guarded = {
    directory,
    sql,
    defaults,
    secrets,
    clock,
    steady,
    outage,
    logger,
    noteRefusal,
    passwords,
    onKeyUsed,
  }
  const logins = countLogins(createLogins(guarded), metrics)
  const secondFactors = createSecondFactorStore(sql, secrets)
  const passkeys = createPasskeyStore(sql)
  return {
    masterKeys: createMasterKeyChange(database.pools.chores, secrets),
    directory,
    erased,
    provisioning,
    secrets,
    channels,
    loginLinks,
    secondFactors,
    passkeys,
    links,
    note,
    services: [
      { token: Logins, service: logins },
      { token: SmppLogins, service: logins },
      { token: KeyHandout, service: logins },
      { token: Directory, service: directory },
      { token: Tokens, service: createTokens({ sql, clock, directory, secrets }) },
      { token: RateLimits, service: rateLimits },
      { token: AddressLimits, service: createAddressLimits(steady) },
      { token: Accounts, service: guardAccounts(provisioning, note) },
      { token: AuditLog, service: auditLog },
      {
        token: SecondFactors,
        service: createSecondFactors({
          store: secondFactors,
          accounts: provisioning,
          clock,
          note,
          noteRefusal,
          issuer: product,
        }),
      },
      {
        token: Passkeys,
        service: createPasskeys({ store: passkeys, accounts: provisioning, note, noteRefusal }),
      },
      { token: VouchedLogins, service: createVouchedLogins({ sql, defaults, accounts: provisioning, note }) },
      { token: LoginLinks, service: { find: loginLinks.find, redeem: loginLinks.redeem } },
      { token: Balances, service: createBalances(sql) },
      { token: Blobs, service: files.blobs },
      { token: NetworkBlobs, service: files.network },
      { token: Channels, service: channels },
      { token: Clients, service: createPublicClients({ sql, clock, defaultCountry: defaults.country }) },
      { token: StateStore, service: state },
      { token: SubscriptionLinks, service: secrets.links },
      { token: QuietHoursSettings, service: createQuietHours(sql, note) },
      { token: ShortLinks, service: links.service },
    ],
    async operatorOf(clientId) {
      const [client] = await provisioning.listClients(clientId)
      if (client === undefined) throw new GatewayError('not-found', 'client-not-found', 'Client not found')
      return operatorOf(client, defaults)
    },
    open: () => openDeployment(sql, secrets),
    async useMasterKeys(next) {
      const ring = createKeyRing(next, secrets.ring.firstKey)
      if (ring.ids.join() === secrets.ring.ids.join()) return false
      await refuseMissingKeys(sql, ring)
      // First, so that a database that is away changes nothing and the next reload does all of it.
      await node.showMasterKeys(ring.ids)
      secrets.useMasterKeys(next)
      // What is remembered may be sealed under a key that is no longer here.
      directory.invalidate()
      return true
    },
    async start() {
      await node.showMasterKeys(secrets.ring.ids)
      rateLimits.start()
      keyUses.start()
    },
    async stop() {
      await Promise.all([rateLimits.stop(), keyUses.stop()])
    },
  }
}
