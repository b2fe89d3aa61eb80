import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { startTransition, useState } from 'react'
import type { ConversationKey } from './queries.ts'

/**
 * The conversation that is shown, and a way to show another. The address of the page follows a moment later: a key that
 * is pressed meanwhile is already meant for the new one.
 */
export function useShownConversation() {
  const { contact } = useParams({ strict: false })
  const search = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate()
  const [next, setNext] = useState<ConversationKey>()
  const show = ({ contact, channelId }: ConversationKey) => {
    const shown = { contact, channelId }
    const arrive = () => startTransition(() => setNext((latest) => (latest === shown ? undefined : latest)))
    setNext(shown)
    navigate({ to: '/inbox/$contact', params: { contact }, search: { ...search, channel: channelId } }).then(
      arrive,
      arrive,
    )
  }
  const shown = next ?? { contact, channelId: search.channel }
  return { contact: shown.contact, channelId: shown.channelId, show }
}
