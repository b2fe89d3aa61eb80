import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'

/** Whether a contact takes messages. */
export function SubscriptionBadge({ status }: { readonly status: 'opted-in' | 'opted-out' }) {
  const texts = useTexts(contactTexts)
  return status === 'opted-out' ? (
    <ToneBadge color="orange" Icon={IconUserOff} text={texts.optedOut} />
  ) : (
    <ToneBadge color="green" Icon={IconUserCheck} text={texts.optedIn} />
  )
}
