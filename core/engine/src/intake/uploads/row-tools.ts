import type { Principal, UploadCells, UploadPlan } from '@heliograph/contracts'
import {
  chooseChannel,
  columnsOf,
  type LinkOwner,
  type LinkSite,
  type RowReader,
  rowReader,
} from '@heliograph/messaging'
import type { Account } from '../../accounts/account.ts'

/** What reading rows needs from accounts. */
export interface RowTools {
  /** Resolves with the facts about the sender. Rejects as `AccountDirectory.accountOf` does. */
  senderOf(principal: Principal): Promise<RowSender>
}

/** The facts about a sender that texts and numbers depend on. */
export interface RowSender {
  readonly country: string
  ownerOf(from: string | undefined): LinkOwner
}

export function createRowTools(
  accountOf: (principal: Principal) => Account | Promise<Account>,
  linkSite: () => LinkSite,
): RowTools {
  return {
    async senderOf(principal) {
      const account = await accountOf(principal)
      const { clientId, country } = principal
      return {
        country,
        ownerOf: (from) => ({ clientId, bases: chooseChannel(account, from) ?? {}, site: linkSite() }),
      }
    },
  }
}

/** @param first the first row of the upload */
export function readerOf(plan: UploadPlan, first: UploadCells, { country, ownerOf }: RowSender): RowReader {
  return rowReader(plan, columnsOf(plan, first ?? []), { country, ownerOf: () => ownerOf(plan.from) })
}
