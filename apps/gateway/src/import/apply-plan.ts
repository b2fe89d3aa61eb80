import type { AccountKeeper } from '@heliograph/access'
import type { Engine } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { ImportPlan, PlannedAccount } from './plan.ts'
import type { KnownAccount } from './write-plan.ts'

/** An account that was made. */
export interface AddedAccount extends KnownAccount {
  /** What its programs log in with instead of their old password; shown once. Undefined: they keep it. */
  readonly apiKey: string | undefined
}

/** Throws `CommandError` when a plan has been carried out before, even in part: its clients would be there twice. */
export async function refuseSecondImport(
  { findUsersByEmail }: Pick<Engine['provisioning'], 'findUsersByEmail'>,
  { accounts }: Pick<ImportPlan, 'accounts'>,
): Promise<void> {
  for (const { email } of accounts) {
    const [user] = await findUsersByEmail(email)
    if (user !== undefined)
      throw new CommandError(
        'imported',
        `There is a user ${email} of client ${user.clientId} already. Nothing was changed.`,
      )
  }
}

/** Adds the clients of a plan, each with its channel, its user and the networks of its programs. */
export async function addAccounts(
  accounts: AccountKeeper,
  plan: Pick<ImportPlan, 'accounts'>,
): Promise<readonly AddedAccount[]> {
  const added: AddedAccount[] = []
  for (const account of plan.accounts) added.push(await addAccount(accounts, account))
  return added
}

async function addAccount(accounts: AccountKeeper, account: PlannedAccount): Promise<AddedAccount> {
  const { credit, email, name, password, price } = account
  const { channel, clientId } = await accounts.addClient({ name, credit, price, ...addressOf(account.address) })
  await setUp(accounts, account, { clientId, channelId: channel?.channelId })
  if (password !== undefined) {
    await accounts.addUser({ clientId, email, password })
    return { ...account, clientId, apiKey: undefined }
  }
  const { userId } = await accounts.addUser({ clientId, email, password: unknownPassword() })
  const { apiKey } = await accounts.addKey({ userId })
  return { ...account, clientId, apiKey }
}

async function setUp(
  accounts: AccountKeeper,
  { incoming, isDisabled, networks }: PlannedAccount,
  { channelId, clientId }: { readonly clientId: number; readonly channelId: number | undefined },
): Promise<void> {
  if (networks.length > 0) await accounts.setNetworks(clientId, { programs: networks, portal: [] })
  if (channelId !== undefined && incoming !== undefined)
    await accounts.setChannel({
      channelId,
      incomingUrl: incoming.url,
      incomingHandler: `instance:${incoming.instance}`,
    })
  if (isDisabled) await accounts.setClient({ clientId, enabled: false })
}

function addressOf(address: string | undefined) {
  if (address === undefined) return {}
  return /^\+?\d+$/.test(address) ? { number: address } : { sender: address }
}

/** A password that no one knows: the user has a key, and can be given another password. */
function unknownPassword(): string {
  return crypto.randomUUID() + crypto.randomUUID()
}
