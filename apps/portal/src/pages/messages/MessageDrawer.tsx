import { Drawer, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { MessageActions } from './MessageActions.tsx'
import { MessageFacts } from './MessageFacts.tsx'
import { MessageTimeline } from './MessageTimeline.tsx'
import { MessageWaiting } from './MessageWaiting.tsx'
import { useHistory, useMessage } from './queries.ts'

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
      title={texts.message({ smsId })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <MessageDetails key={smsId} smsId={Number(smsId)} />
    </Drawer>
  )
}

function MessageDetails({ smsId }: { readonly smsId: number }) {
  const found = useMessage(smsId)
  const history = useHistory(smsId)
  return (
    <Loaded query={found} rows={8} laterProblem="alone">
      {(message) => (
        <Stack gap="lg" pb="xl">
          <MessageActions message={message} />
          <MessageWaiting message={message} />
          <MessageFacts message={message} />
          {history.error ? (
            <ErrorState error={history.error} onRetry={() => void history.refetch()} />
          ) : (
            <MessageTimeline entries={history.data?.records} />
          )}
        </Stack>
      )}
    </Loaded>
  )
}
