import {
  IconBroadcast,
  IconBuilding,
  IconListSearch,
  IconMessage,
  IconMessages,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answerOf, api, type Schemas } from '../../api/client.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { type TextsOf, useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { useMe } from '../../session/session.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { shellTexts } from '../../texts/shell.ts'
import { navigationFor } from '../navigation-items.ts'
import { usePluginEntries } from '../use-plugin-entries.ts'

/** Something that the palette opens. */
export interface Hit {
  /** Unique among all hits. */
  readonly id: string
  /** Below `/portal`. */
  readonly href: string
  readonly Icon: TablerIcon
  readonly label: string
  readonly description?: ReactNode
  readonly aside?: ReactNode
}

export interface HitGroup {
  readonly group: keyof TextsOf<typeof paletteTexts>['groups']
  readonly hits: readonly Hit[]
}

/** The API accepts no more. */
const MOST_CHARACTERS = 200

/**
 * The hits for `typed`, in groups that are not empty. Hits from the gateway follow `asked`: the same text once typing
 * has paused. A request is cancelled when its text is no longer wanted.
 */
export function useHits(typed: string, asked: string) {
  const texts = useTexts(paletteTexts)
  const { pages } = useTexts(shellTexts)
  const { role } = useMe()
  const everyClient = useEveryClient()
  const plugins = usePluginEntries()
  const { data, isFetching, error } = useQuery({
    queryKey: ['find', asked, everyClient],
    queryFn: ({ signal }) => answerOf(api.GET('/find', { params: { query: { query: asked, everyClient } }, signal })),
    enabled: asked !== '' && asked.length <= MOST_CHARACTERS,
    // The list stays as it is until the next answer has arrived.
    placeholderData: asked === '' ? undefined : keepPreviousData,
  })
  const found = typed === '' ? undefined : data
  const groups: readonly HitGroup[] = [
    {
      group: 'pages',
      hits: [
        ...navigationFor(role)
          .flatMap(({ items }) => items)
          .map(({ page, to, Icon }) => ({ id: `page-${page}`, href: to, Icon, label: pages[page] })),
        ...plugins.map(({ to, Icon, label }) => ({ id: `page-${to}`, href: to, Icon, label })),
      ].filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
    },
    ...(found === undefined ? [] : groupsOf(found, texts)),
    { group: 'lists', hits: listsFor(typed, texts) },
  ]
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    /** The hits shown may still change. */
    isSearching: typed !== asked || isFetching,
    hasFailed: error !== null,
  }
}

type Found = Schemas['Found']
type Words = TextsOf<typeof paletteTexts>

function groupsOf({ messages, contacts, channels, clients }: Found, texts: Words): readonly HitGroup[] {
  return [
    {
      group: 'messages',
      hits: messages.map(({ smsId, to, text, state, acceptedAt }) => ({
        id: `message-${smsId}`,
        href: `/messages/${smsId}`,
        Icon: IconMessage,
        label: texts.message({ to }),
        description: (
          <>
            <TimeText moment={acceptedAt} /> · {text}
          </>
        ),
        aside: <StateBadge state={state} />,
      })),
    },
    {
      group: 'contacts',
      hits: contacts.map(({ mobile, name }) => ({
        id: `contact-${mobile}`,
        href: `/contacts/${mobile}`,
        Icon: IconUser,
        label: name === '' ? mobile : name,
        description: name === '' ? undefined : mobile,
      })),
    },
    {
      group: 'channels',
      hits: channels.map(({ channelId, address }) => ({
        id: `channel-${channelId}`,
        href: `/channels/${channelId}`,
        Icon: IconBroadcast,
        label: address,
      })),
    },
    {
      group: 'clients',
      hits: clients.map(({ clientId, name }) => ({
        id: `client-${clientId}`,
        href: `/operator/clients/${clientId}`,
        Icon: IconBuilding,
        label: name,
        description: texts.clientNumber({ id: clientId }),
      })),
    },
  ]
}

/** Lists that can be filtered by what was typed. */
function listsFor(typed: string, texts: Words): readonly Hit[] {
  if (typed === '') return []
  const number = typed.replace(/[\s()+-]/g, '')
  if (/^\d{7,15}$/.test(number))
    return [
      { id: 'messages-of', href: `/messages?to=${number}`, Icon: IconListSearch, label: texts.messagesOf({ number }) },
      { id: 'conversation', href: `/inbox/${number}`, Icon: IconMessages, label: texts.conversationWith({ number }) },
    ]
  if (/^\d+$/.test(typed)) return []
  const href = `/messages?text=${encodeURIComponent(typed)}`
  return [{ id: 'messages-with', href, Icon: IconListSearch, label: texts.messagesWith({ text: typed }) }]
}
