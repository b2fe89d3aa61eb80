import { Box, Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { notifyProblem } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useLetterKeys } from '../../components/use-letter-keys.ts'
import { useTexts } from '../../language/define-texts.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ConversationList } from './ConversationList.tsx'
import { useDrafts } from './drafts.ts'
import { findNextUnread } from './next-unread.ts'
import { OpenConversation } from './OpenConversation.tsx'
import { useFound } from './use-found.ts'
import { useShownConversation } from './use-shown-conversation.ts'

/** Wide enough for two panes side by side. */
const WIDE = '(min-width: 62em)'

/** The conversations and the open one: side by side if there is room, otherwise one of the two. */
export function InboxPage() {
  const texts = useTexts(inboxTexts)
  const { pages } = useTexts(shellTexts)
  const isWide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches)
  const { contact, channelId, show } = useShownConversation()
  const drafts = useDrafts()
  const search = useSearch({ from: '/shell/inbox' })
  const found = useFound(search)
  const { conversations } = found
  const shown = conversations.findIndex((each) => each.contact === contact && each.channelId === channelId)
  const here = usePlace(shown)
  const step = (by: number) => {
    const next = conversations[Math.min(Math.max(here + by, 0), conversations.length - 1)]
    if (next !== undefined) show(next)
  }
  const showNextUnread = () =>
    findNextUnread(conversations, here).then((next) => {
      if (next !== undefined) show(next)
    }, notifyProblem)
  useLetterKeys({ j: () => step(1), k: () => step(-1), u: showNextUnread })
  const isOpen = contact !== undefined
  return (
    <>
      {(isWide || !isOpen) && <PageHeader title={pages.inbox} description={texts.description} />}
      <Box
        style={{
          display: 'grid',
          gridTemplateColumns: isWide ? 'clamp(17rem, 35%, 24rem) minmax(0, 1fr)' : 'minmax(0, 1fr)',
          gap: 'var(--mantine-spacing-md)',
        }}
      >
        {(isWide || !isOpen) && <ConversationList found={found} />}
        {isOpen && (
          <OpenConversation
            contact={contact}
            channelId={channelId}
            known={conversations[shown]}
            drafts={drafts}
            onNext={showNextUnread}
            isAlone={!isWide}
          />
        )}
        {isWide && !isOpen && (
          <Paper>
            <EmptyState Icon={IconMessages} title={texts.chooseTitle} text={texts.chooseText} />
          </Paper>
        )}
      </Box>
    </>
  )
}

/**
 * Where the shown conversation is in the list. One that has left the list, because it is done for instance, counts as
 * just before the one that took its place.
 */
function usePlace(shown: number): number {
  const last = useRef(shown)
  if (shown >= 0) last.current = shown
  return shown >= 0 ? shown : last.current - 1
}
