import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconMessage, IconMessages, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { navigationFor } from './navigation-items.ts'

/** The command palette: pages by name, and whatever else was typed as a number, a message id or a text. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(shellTexts)
  const { role } = useMe()
  const router = useRouter()
  const [query, setQuery] = useState('')
  useEffect(() => spotlight.open(), [])
  const go = (href: string) => () => router.history.push(`/portal${href}`)
  const pages = navigationFor(role)
    .flatMap(({ items }) => items)
    .map(
      ({ page, to, Icon }): SpotlightActionData => ({
        id: page,
        label: texts.pages[page],
        leftSection: <Icon size={20} stroke={1.5} aria-hidden />,
        onClick: go(to),
      }),
    )
  return (
    <Spotlight
      actions={[...pages, ...searches(query.trim(), texts, go)]}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      nothingFound={texts.searchEmpty}
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: texts.searchHint,
        'aria-label': texts.search,
      }}
    />
  )
}

type Words = ReturnType<typeof useTexts<typeof shellTexts.en>>

/** What a typed text may mean besides the name of a page. */
function searches(query: string, texts: Words, go: (href: string) => () => void): SpotlightActionData[] {
  if (query === '') return []
  const found: SpotlightActionData[] = []
  const number = query.replace(/[\s()+-]/g, '')
  const add = (id: string, label: string, href: string, Icon: typeof IconMessage) =>
    found.push({
      id,
      label,
      keywords: query,
      leftSection: <Icon size={20} stroke={1.5} aria-hidden />,
      onClick: go(href),
    })
  if (/^\d{7,15}$/.test(number)) {
    add('messages-of', texts.searchMessagesOf(number), `/messages?to=${number}`, IconMessages)
    add('conversation', texts.searchConversationWith(number), `/inbox/${number}`, IconMessage)
  }
  if (/^\d{1,15}$/.test(query)) add('message', texts.searchMessage(query), `/messages/${query}`, IconMessage)
  if (!/^\d+$/.test(query)) {
    add('text', texts.searchText(query), `/messages?text=${encodeURIComponent(query)}`, IconMessages)
  }
  return found
}
