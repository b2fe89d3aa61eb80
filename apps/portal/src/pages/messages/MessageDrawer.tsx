import { Drawer, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { queries } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageFacts } from './MessageFacts.tsx'
import { MessageTimeline } from './MessageTimeline.tsx'
import { MessageWaiting } from './MessageWaiting.tsx'

/** One message beside the list. */
export function MessageDrawer() {
  const texts = useTexts(messagesTexts)
  const { smsId } = useParams({ from: '/shell/messages/$smsId' })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/messages', search: (current: object) => current, resetScroll: false })
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={texts.message(smsId)}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <MessageDetails key={smsId} smsId={Number(smsId)} />
    </Drawer>
  )
}

function MessageDetails({ smsId }: { readonly smsId: number }) {
  const path = { params: { path: { smsId } } }
  const refetchInterval = useLive('messages', ['get', '/messages/{smsId}'])
  useLive('messages', ['get', '/messages/{smsId}/history'])
  // Its webhooks are part of what happened to it.
  useLive('webhooks', ['get', '/messages/{smsId}/history'])
  const message = queries.useQuery('get', '/messages/{smsId}', path, { refetchInterval })
  const history = queries.useQuery('get', '/messages/{smsId}/history', path, { refetchInterval })
  if (message.error) return <ErrorState error={message.error} onRetry={() => void message.refetch()} />
  if (message.data === undefined) return <LoadingRows rows={8} />
  return (
    <Stack gap="lg" pb="xl">
      <MessageActions message={message.data} />
      <MessageWaiting message={message.data} />
      <MessageFacts message={message.data} />
      {history.error ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <MessageTimeline entries={history.data?.records} />
      )}
    </Stack>
  )
}
