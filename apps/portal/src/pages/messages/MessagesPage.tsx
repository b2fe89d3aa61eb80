import { Paper } from '@mantine/core'
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { ExportButton } from './ExportButton.tsx'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageList } from './MessageList.tsx'
import type { MessageSearch } from './message-search.ts'
import classes from './messages.module.css'

/** All messages, filtered by the address. */
export function MessagesPage() {
  const texts = useTexts(messagesTexts)
  const search = useSearch({ from: '/shell/messages' })
  const navigate = useNavigate()
  const everyClient = useEveryClient()
  const change = (next: MessageSearch) => void navigate({ to: '/messages', search: next })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={everyClient ? texts.descriptionAll : texts.description}
        actions={<ExportButton search={search} />}
      />
      <MessageFilters search={search} onChange={change} />
      <Paper p={0} className={classes.list}>
        <MessageList search={search} />
      </Paper>
      <Outlet />
    </>
  )
}
