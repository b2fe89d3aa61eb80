import { Alert, Button, Code, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { HttpExchange } from '../../components/HttpExchange.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { shellTexts } from '../../texts/shell.ts'
import type { WebhookKind } from './channel-settings.ts'
import { testMail, testWebhook } from './queries.ts'

export interface SettingTestProps {
  readonly channelId: number
  readonly test: 'mail' | WebhookKind
  /** Label of the setting. */
  readonly label: string
  readonly isSaved: boolean
}

type Outcome = Schemas['WebhookTestResult'] | Schemas['MailTestResult']

/** Tries out a saved setting, and shows the request and the answer. */
export function SettingTest({ channelId, test, label, isSaved }: SettingTestProps) {
  const { test: texts } = useTexts(channelTexts)
  const { close } = useTexts(shellTexts)
  const attempt = useMutation({
    mutationFn: (): Promise<Outcome> => (test === 'mail' ? testMail(channelId) : testWebhook(channelId, test)),
  })
  const { data, error, isPending, isIdle } = attempt
  return (
    <>
      <Tooltip label={texts.saveFirst} disabled={isSaved}>
        <Button
          variant="default"
          aria-label={texts.of({ label })}
          loading={isPending}
          data-disabled={!isSaved || undefined}
          aria-disabled={!isSaved}
          onClick={() => isSaved && attempt.mutate()}
        >
          {texts.button}
        </Button>
      </Tooltip>
      <Modal
        opened={!isIdle && !isPending}
        onClose={attempt.reset}
        title={test === 'mail' ? texts.mailTitle : texts.webhookTitle}
        size="lg"
        closeButtonProps={{ 'aria-label': close }}
      >
        {error && <ErrorState error={error} />}
        {data && ('request' in data ? <HttpExchange {...data} /> : <MailOutcome {...data} />)}
      </Modal>
    </>
  )
}

function MailOutcome({ to, subject, text, failure, detail }: Schemas['MailTestResult']) {
  const { test: texts } = useTexts(channelTexts)
  const outcomes = { temporary: texts.mailTemporary, permanent: texts.mailPermanent }
  return (
    <Stack>
      <Alert color={failure === null ? 'green' : 'red'}>
        {failure === null ? texts.mailTaken({ to }) : outcomes[failure]}
      </Alert>
      {detail !== null && <Code block>{detail}</Code>}
      <Text fw={500}>{subject}</Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </Stack>
  )
}
