import type {
  AddedClient,
  ChannelChange,
  ChannelRecord,
  ClientChange,
  ClientNetworks,
  ClientNumber,
  ClientRecord,
  KeyRecord,
  LedgerFilter,
  LedgerPage,
  NewChannel,
  NewClient,
  NewKey,
  NewUser,
  OutgoingNumber,
  Principal,
  SharedSecretChange,
  UserChange,
  UserRecord,
} from '@heliograph/contracts'

/** The operator who changes a balance. */
export type CreditGiver = Pick<Principal, 'userId' | 'email'>

/** What the one who changes a channel may not do. */
export interface ChannelLimits {
  /** The outgoing number stays as it is, or becomes one of `listOutgoingNumbers`. */
  readonly onlyGivenNumbers: boolean
}

/** A channel gets another security key: this one, or without it one that is made. */
export interface SecurityKeyChange {
  readonly channelId: number
  readonly securityKey?: string | undefined
  /** How long the key of before stays in use. */
  readonly overlapHours?: number | undefined
}

/** Manages accounts, without regard to who is asking. What does not exist is undefined, or thrown as for `Accounts`. */
export interface AccountKeeper {
  /** Oldest first; with `clientId`, that one or none. */
  listClients(clientId?: number): Promise<readonly ClientRecord[]>
  /** All of it or nothing. */
  addClient(input: NewClient, by?: CreditGiver): Promise<AddedClient>
  setClient(change: ClientChange, by?: CreditGiver): Promise<ClientRecord>
  findNetworks(clientId: number): Promise<ClientNetworks>
  /** Takes effect within a second, on every node. */
  setNetworks(clientId: number, networks: ClientNetworks): Promise<ClientNetworks>
  /** Empty for a client that is billed afterwards. */
  readLedger(clientId: number, filter: LedgerFilter): Promise<LedgerPage>
  /** Oldest first. */
  listUsers(clientId: number): Promise<readonly UserRecord[]>
  findUser(userId: number): Promise<UserRecord | undefined>
  /** `by`: the user who sets the password; absent for a command. */
  addUser(input: NewUser, by?: Pick<Principal, 'userId'>): Promise<{ readonly userId: number }>
  /** A disabled user stops working within a second, on every node. */
  setUser(change: UserChange): Promise<UserRecord>
  setPassword(
    input: { readonly userId: number; readonly password: string },
    by?: Pick<Principal, 'userId'>,
  ): Promise<void>
  /** Oldest first. */
  listKeys(userId: number): Promise<readonly KeyRecord[]>
  findKey(keyId: number): Promise<KeyRecord | undefined>
  /**
   * The key is shown here and never again, except by `KeyHandout`. Throws `conflict`/`too-many-keys` when the user has
   * `MOST_KEYS` already.
   */
  addKey(input: NewKey): Promise<{ readonly keyId: number; readonly apiKey: string }>
  removeKey(input: { readonly keyId: number }): Promise<void>
  /** Oldest first. */
  listChannels(clientId: number): Promise<readonly ChannelRecord[]>
  findChannel(channelId: number): Promise<ChannelRecord | undefined>
  /** The security key signs the channel's webhooks. */
  addChannel(input: NewChannel): Promise<{ readonly channelId: number; readonly securityKey: string }>
  /** An outgoing number that is set is thereby given to the client, unless `limits` say that it must be one already. */
  setChannel(change: ChannelChange, limits?: ChannelLimits): Promise<ChannelRecord>
  /** In the order of their digits. */
  listOutgoingNumbers(clientId: number): Promise<readonly OutgoingNumber[]>
  giveOutgoingNumber(input: ClientNumber): Promise<OutgoingNumber>
  takeOutgoingNumber(input: ClientNumber): Promise<void>
  rotateSecurityKey(change: SecurityKeyChange): Promise<{
    readonly securityKey: string
    readonly previousUntil: Date | null
  }>
  setSharedSecret(
    change: SharedSecretChange,
  ): Promise<{ readonly secret: string | null; readonly previousUntil: Date | null }>
}
