import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { useMe } from '../session/session.ts'
import { balanceTexts } from '../texts/balance.ts'
import { useClient } from './shared-queries.ts'

/** What is left to send with, to be shown beside a price: `Balance: R 95.50`. Undefined: billed afterwards. */
export function useBalance(): string | undefined {
  const texts = useTexts(balanceTexts)
  const { money } = useFormatters()
  const { clientId } = useMe()
  const { data } = useClient(clientId)
  const { credit = null, currency = '' } = data ?? {}
  return credit === null ? undefined : texts.balance({ amount: money(credit, currency) })
}
