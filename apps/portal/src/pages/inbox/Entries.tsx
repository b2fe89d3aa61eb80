import { Button, Center, Code, Divider, Group, Text } from '@mantine/core'
import { IconNote, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { Fragment, useLayoutEffect, useRef } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { StateBadge, ToneBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { inboxTexts } from '../../texts/inbox.ts'
import { teamTexts } from '../../texts/team.ts'
import { Attachments } from './Attachments.tsx'
import classes from './inbox.module.css'
import { withNotes } from './notes.ts'
import { type ConversationKey, type Entry, type Note, useEntries, useNotes } from './queries.ts'

/** The messages of a conversation and what colleagues noted, oldest first; initially scrolled to the newest. */
export function Entries({ conversation }: { readonly conversation: ConversationKey }) {
  const texts = useTexts(inboxTexts)
  const { date } = useFormatters()
  const query = useEntries(conversation)
  const area = useRef<HTMLOListElement>(null)
  const notes = useNotes(conversation)
  const loaded = query.data?.pages.flatMap(({ records }) => records).reverse() ?? []
  const entries = withNotes(loaded, notes, !query.hasNextPage)
  const newest = entries.at(-1)
  const newestKey = newest && keyOf(newest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is to be seen
  useLayoutEffect(() => {
    area.current?.scrollTo({ top: area.current.scrollHeight })
  }, [newestKey])
  if (query.isPending) return <LoadingRows height={48} />
  if (query.isError && entries.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <ol
      ref={area}
      className={classes.entries}
      style={{ flex: 1 }}
      aria-label={texts.entries}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
    >
      {query.hasNextPage && (
        <li>
          <Center>
            <Button
              variant="subtle"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.earlier}
            </Button>
          </Center>
        </li>
      )}
      {entries.map((entry, index) => {
        const before = entries[index - 1]
        const isNewDay = before === undefined || date(before.at) !== date(entry.at)
        return (
          <Fragment key={keyOf(entry)}>
            {isNewDay && (
              <li>
                <Divider label={date(entry.at)} />
              </li>
            )}
            {'noteId' in entry ? <NoteItem note={entry} /> : <EntryItem entry={entry} />}
          </Fragment>
        )
      })}
      {entries.length === 0 && (
        <li>
          <Text c="dimmed" size="sm" ta="center">
            {texts.nothingSaid}
          </Text>
        </li>
      )}
    </ol>
  )
}

function keyOf(entry: Entry | Note): string {
  if ('noteId' in entry) return `note ${entry.noteId}`
  return entry.kind === 'incoming' ? `in ${entry.incomingId}` : `out ${entry.smsId}`
}

function NoteItem({ note }: { readonly note: Note }) {
  const texts = useTexts(teamTexts)
  return (
    <li className={classes.entry} data-side="note">
      <div className={classes.bubble}>{note.text}</div>
      <Group gap="xs" mt={4} justify="center">
        <IconNote size={14} aria-hidden />
        <Text size="xs" c="dimmed">
          <TimeText moment={note.at} form="time" />
          {` · ${texts.noteBy({ by: note.by ?? texts.formerUser })}`}
        </Text>
      </Group>
    </li>
  )
}

function EntryItem({ entry }: { readonly entry: Entry }) {
  return (
    <li className={classes.entry} data-side={entry.kind}>
      <div className={classes.bubble} dir="auto">
        {entry.encoding === 'binary' ? <Code>{entry.text}</Code> : entry.text}
        {entry.kind === 'incoming' && <Attachments files={entry.attachments} />}
      </div>
      <Group gap="xs" mt={4} justify={entry.kind === 'incoming' ? 'flex-start' : 'flex-end'}>
        <Text size="xs" c="dimmed">
          <TimeText moment={entry.at} form="time" />
          {entry.kind === 'outgoing' && <Sender entry={entry} />}
        </Text>
        {entry.kind === 'outgoing' ? <StateBadge state={entry.state} /> : <Keyword entry={entry} />}
      </Group>
    </li>
  )
}

/** Who or what sent it. */
function Sender({ entry }: { readonly entry: Extract<Entry, { kind: 'outgoing' }> }) {
  const texts = useTexts(inboxTexts)
  const { origin, sentBy, state, scheduledAt } = entry
  const own = Object.hasOwn(texts.bySystem, origin) ? texts.bySystem[origin as keyof typeof texts.bySystem] : undefined
  const by = (user: string) =>
    origin === 'portal' ? texts.sentBy({ email: user }) : texts.viaInterfaceBy({ origin, email: user })
  const person = sentBy === null ? texts.viaInterface({ origin }) : by(sentBy)
  return (
    <>
      {' · '}
      {own ?? person}
      {state === 'scheduled' && scheduledAt !== null && (
        <>
          {` · ${texts.scheduledFor} `}
          <TimeText moment={scheduledAt} />
        </>
      )}
    </>
  )
}

function Keyword({ entry }: { readonly entry: Extract<Entry, { kind: 'incoming' }> }) {
  const texts = useTexts(inboxTexts)
  if (entry.keyword === null) return null
  return entry.keyword === 'opted-out' ? (
    <ToneBadge color="orange" Icon={IconUserOff} text={texts.optedOut} />
  ) : (
    <ToneBadge color="green" Icon={IconUserCheck} text={texts.optedIn} />
  )
}
