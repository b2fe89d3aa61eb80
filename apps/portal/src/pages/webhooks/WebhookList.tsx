import { Button, Group, Text } from '@mantine/core'
import { IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { useResend, useWebhooks } from './queries.ts'
import { WebhookRow } from './WebhookRow.tsx'
import type { WebhookSearch } from './webhook-search.ts'

/** The log; webhooks can be selected to be sent again. */
export function WebhookList({ search }: { readonly search: WebhookSearch }) {
  const texts = useTexts(webhookTexts)
  const { role } = useMe()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useWebhooks(search)
  const webhooks = data?.pages.flatMap(({ records }) => records) ?? []
  const nameOf = useClientNames(search.everyClient ? webhooks.map(({ clientId }) => clientId) : [])
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={8} height={36} />
  if (webhooks.length === 0 && !hasNextPage)
    return <EmptyState title={texts.none} text={texts.noneText} Icon={IconWebhook} />

  function select(webhookId: number, isSelected: boolean) {
    const others = [...selected].filter((id) => id !== webhookId)
    setSelected(new Set(isSelected ? [...others, webhookId] : others))
  }

  return (
    <>
      {selected.size > 0 && <Selection selected={selected} onClear={() => setSelected(new Set())} />}
      <VirtualList
        items={webhooks}
        keyOf={({ webhookId }) => webhookId}
        rowHeight={56}
        label={texts.list}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        isLoadingMore={isFetchingNextPage}
        renderRow={(webhook) => (
          <WebhookRow
            webhook={webhook}
            clientName={search.everyClient && nameOf(webhook.clientId)}
            isSelected={selected.has(webhook.webhookId)}
            onSelect={role === 'user' ? undefined : select}
          />
        )}
      />
    </>
  )
}

interface SelectionProps {
  readonly selected: ReadonlySet<number>
  readonly onClear: () => void
}

function Selection({ selected, onClear }: SelectionProps) {
  const texts = useTexts(webhookTexts)
  const resend = useResend()
  return (
    <Group justify="space-between" mb="sm">
      <Text size="sm" role="status">
        {texts.selected({ count: selected.size })}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={onClear}>
          {texts.clear}
        </Button>
        <Button
          loading={resend.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => resend.mutate({ webhookIds: [...selected] }, { onSuccess: onClear })}
        >
          {texts.resendSelected({ count: selected.size })}
        </Button>
      </Group>
    </Group>
  )
}
