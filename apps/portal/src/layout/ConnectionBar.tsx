import { Group, Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { connection } from '../api/connection.ts'
import { api } from '../api/requests.ts'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { connectionTexts } from '../texts/connection.ts'

const AGAIN_MS = 2_000

/** Says since when the page has had no answer; what it shows is reloaded when there is one again. */
export function ConnectionBar() {
  const texts = useTexts(connectionTexts)
  const { clock } = useFormatters()
  const lostAt = useSyncExternalStore(connection.follow, connection.lostAt)
  useReturn(lostAt !== undefined)
  if (lostAt === undefined) return null
  return (
    <Paper role="status" px="md" py="xs" mb="lg" bg="var(--mantine-color-orange-light)">
      <Group gap="xs" wrap="nowrap">
        <IconPlugConnectedX size={18} aria-hidden />
        <Text size="sm">
          <Text span fw={600} inherit>
            {texts.lost({ time: clock(new Date(lostAt).toISOString()) })}
          </Text>{' '}
          {texts.stale}
        </Text>
      </Group>
    </Paper>
  )
}

/** While the connection is lost, looks for it; then reloads everything. */
function useReturn(isLost: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    const timer = setInterval(() => void api.GET('/session').catch(() => undefined), AGAIN_MS)
    return () => {
      clearInterval(timer)
      void queryClient.invalidateQueries()
    }
  }, [isLost, queryClient])
}
