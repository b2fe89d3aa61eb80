import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerOf, api } from '../api/client.ts'
import { tabTitle, UNREAD, unreadText } from '../components/tab-title.ts'
import { useTexts } from '../language/define-texts.ts'
import { useLive } from '../live/use-live.ts'
import { shellTexts } from '../texts/shell.ts'

/** How many conversations have unread SMS, here and in the title of the tab; nothing when there are none. */
export function UnreadCount() {
  const { unread } = useTexts(shellTexts)
  const refetchInterval = useLive('inbox', UNREAD)
  const { data = 0 } = useQuery({
    queryKey: UNREAD,
    queryFn: async ({ signal }) => (await answerOf(api.GET('/conversations/unread', { signal }))).conversations,
    refetchInterval,
  })
  useEffect(() => {
    document.title = tabTitle(document.title, data)
  }, [data])
  if (data === 0) return null
  const count = unreadText(data)
  return (
    <Badge variant="filled" color="sea" size="sm" role="img" aria-label={unread({ count })}>
      {count}
    </Badge>
  )
}
