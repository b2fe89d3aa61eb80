import { Button, Group, Loader, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useEveryClient } from '../../session/every-client.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { exportMessages, saveFile } from './export-messages.ts'
import { type MessageSearch, toApiQuery } from './message-search.ts'

/** Exports all messages that match, and shows its progress. */
export function ExportButton({ search }: { readonly search: MessageSearch }) {
  const texts = useTexts(messagesTexts)
  const { number } = useFormatters()
  const everyClient = useEveryClient()
  const [messages, setMessages] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setMessages(0)
    try {
      const query = { ...toApiQuery(search), everyClient }
      const [file, count] = await exportMessages({
        query,
        direction: search.direction,
        signal: controller.signal,
        onProgress: setMessages,
      })
      saveFile(file)
      notifyDone(texts.exported({ rows: number(count) }))
    } catch (error) {
      if (controller.signal.aborted) notifyDone(texts.exportCancelled)
      else notifyProblem(error)
    } finally {
      setMessages(undefined)
    }
  }

  if (messages === undefined)
    return (
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void run()}>
        {texts.exportCsv}
      </Button>
    )
  return (
    <Group gap="xs">
      <Loader size="xs" aria-hidden />
      <Text size="sm" role="status">
        {texts.exporting({ rows: number(messages) })}
      </Text>
      <Button variant="default" size="compact-sm" onClick={() => running.current?.abort()}>
        {texts.cancelExport}
      </Button>
    </Group>
  )
}
