import { Box, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { WebhookBadge } from './WebhookBadge.tsx'

export interface WebhookRowProps {
  readonly webhook: Schemas['Webhook']
  readonly isSelected: boolean
  /** Absent: all webhooks of the list are of one client. */
  readonly clientName: string | undefined
  /** Absent: nothing can be selected. */
  readonly onSelect: ((webhookId: number, isSelected: boolean) => void) | undefined
}

/** One webhook in the log, with a link to its details. */
export const WebhookRow = memo(({ webhook, isSelected, clientName, onSelect }: WebhookRowProps) => {
  const texts = useTexts(webhookTexts)
  const { webhookId, kind, state, url, attempts, createdAt } = webhook
  return (
    <Group
      gap="sm"
      wrap="nowrap"
      px="xs"
      py={8}
      style={{ borderBottom: '1px solid light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-5))' }}
    >
      {onSelect && (
        <Checkbox
          aria-label={texts.select({ id: webhookId })}
          checked={isSelected}
          onChange={(event) => onSelect(webhookId, event.currentTarget.checked)}
        />
      )}
      <UnstyledButton
        renderRoot={(props) => (
          <Link from="/webhooks" to="/webhooks" search={(now) => ({ ...now, webhook: webhookId })} {...props} />
        )}
        style={{ flex: 1, minWidth: 0 }}
      >
        <Group gap="sm" justify="space-between">
          <Group gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '1 1 18rem' }}>
            <Box miw="6.5rem" style={{ flexShrink: 0 }}>
              <WebhookBadge state={state} />
            </Box>
            <Stack gap={0} style={{ minWidth: 0 }}>
              <Text size="sm" fw={500} truncate>
                {clientName !== undefined && `${clientName} · `}
                {texts.kinds[kind]}
              </Text>
              <Text size="xs" c="dimmed" truncate dir="auto">
                {url}
              </Text>
            </Stack>
          </Group>
          <Text size="xs" c="dimmed" ta="end">
            {texts.attempts({ count: attempts })} · <TimeText moment={createdAt} />
          </Text>
        </Group>
      </UnstyledButton>
    </Group>
  )
})
