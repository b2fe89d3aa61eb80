import { Stack } from '@mantine/core'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { sendingTexts } from '../../texts/sending.ts'
import { HoldList } from './HoldList.tsx'
import { QueueList } from './QueueList.tsx'
import { UnknownMessages } from './UnknownMessages.tsx'

/** What is on hold, and what waits for an operator's decision. */
export function SendingPage() {
  const { pages } = useTexts(operatorTexts)
  const { description } = useTexts(sendingTexts)
  return (
    <>
      <PageHeader title={pages.sending} description={description} />
      <Stack gap="xl">
        <HoldList />
        <QueueList />
        <UnknownMessages />
      </Stack>
    </>
  )
}
