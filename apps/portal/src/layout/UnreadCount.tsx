import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Schemas } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** The count stops here. */
const MOST = 1_000
const REFRESH_MS = 10_000

/** How many conversations have unread SMS; nothing when there are none. */
export function UnreadCount() {
  const { unread } = useTexts(shellTexts)
  const { data = 0 } = useQuery({
    queryKey: ['inbox', 'unread'],
    queryFn: async ({ signal }) =>
      ((await api.GET('/conversations/unread', { signal })).data as Schemas['UnreadCount']).conversations,
    refetchInterval: REFRESH_MS,
  })
  if (data === 0) return null
  const count = data >= MOST ? `${MOST - 1}+` : String(data)
  return (
    <Badge variant="filled" color="sea" size="sm" role="img" aria-label={unread(count)}>
      {count}
    </Badge>
  )
}
