import { Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { shellTexts } from '../../texts/shell.ts'
import { HitList } from './HitList.tsx'
import { type Hit, useHits } from './use-hits.tsx'

const PAUSE_MS = 200

/** The command palette: finds pages, messages, contacts, channels and clients by what is typed, and opens them. */
export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(paletteTexts)
  const { search } = useTexts(shellTexts)
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, PAUSE_MS)
  const { groups, isSearching, hasFailed } = useHits(typed, asked)
  const hits = groups.flatMap((group) => group.hits)
  // When the chosen hit is gone, the first one is chosen.
  const chosen = Math.max(
    0,
    hits.findIndex(({ id }) => id === chosenId),
  )
  const go = ({ href }: Hit) => {
    onClose()
    router.history.push(`/portal${href}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const hit = hits[chosen]
    // While an input method composes a character from several keys, the keys are not for the list.
    if (event.nativeEvent.isComposing || hit === undefined || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) go(hit)
    else setChosenId(hits[(chosen + step + hits.length) % hits.length]?.id)
  }
  const status = isSearching ? texts.searching : hasFailed ? texts.failed : texts.count({ hits: hits.length })
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      styles={{ content: { padding: 0 } }}
      size={640}
      centered={false}
      yOffset="10vh"
      attributes={{ content: { 'aria-label': search } }}
    >
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        px="sm"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosenId(undefined)
        }}
        onKeyDown={onKeyDown}
        placeholder={texts.hint}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={isSearching && <Loader size="xs" aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-label={search}
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={hits[chosen] && `${listId}-${hits[chosen].id}`}
      />
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <HitList
        listId={listId}
        groups={groups}
        chosenId={hits[chosen]?.id}
        onChoose={go}
        note={hasFailed ? texts.failed : hits.length === 0 && !isSearching ? texts.empty : undefined}
      />
    </Modal>
  )
}
