import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { shellTexts } from '../../texts/shell.ts'
import { waitingTexts } from '../../texts/waiting.ts'
import { loadQueues, usePauseLink, useReloadLinks, useResumeLink } from './queries.ts'

type Queue = Schemas['RouteQueue']

/** Pausing and resuming undo each other. Before the last link of a route that takes messages is paused, it asks. */
export function PauseLink({ link: { link, pause } }: { readonly link: Schemas['Link'] }) {
  const { link: texts } = useTexts(operatorTexts)
  const { undo: undoLabel } = useTexts(shellTexts)
  const reload = useReloadLinks()
  const pausing = usePauseLink()
  const resuming = useResumeLink()
  const [left, setLeft] = useState<readonly Queue[]>([])
  const isPaused = pause !== null
  const [instance = '', name = ''] = splitOnce(link)

  async function change(toPaused: boolean): Promise<void> {
    await (toPaused ? pausing : resuming).mutateAsync({ params: { path: { instance, name } } })
    await reload()
  }

  async function toggle(): Promise<void> {
    setLeft([])
    try {
      await change(!isPaused)
      const message = isPaused ? texts.resumed({ link }) : texts.paused({ link })
      notifyUndoable({ message, undoLabel, undo: () => change(isPaused) })
    } catch (error) {
      notifyProblem(error)
    }
  }

  /** Asks when a route would be left without a link. */
  async function begin(): Promise<void> {
    if (isPaused) return toggle()
    try {
      const queues = leftWithout(await loadQueues(), link)
      if (queues.length === 0) await toggle()
      else setLeft(queues)
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
        onClick={() => void begin()}
        loading={pausing.isPending || resuming.isPending}
        aria-label={isPaused ? texts.resumeOf({ link }) : texts.pauseOf({ link })}
      >
        {isPaused ? texts.resume : texts.pause}
      </Button>
      {left.length > 0 && (
        <LastLink link={link} queues={left} onPause={() => void toggle()} onClose={() => setLeft([])} />
      )}
    </>
  )
}

/** The routes of which this is the only link that takes messages. */
function leftWithout(queues: readonly Queue[], link: string): readonly Queue[] {
  return queues.filter(({ links }) => {
    const open = links.filter(({ obstacle }) => obstacle === null)
    return open.length === 1 && open[0]?.link === link
  })
}

interface LastLinkProps {
  readonly link: string
  readonly queues: readonly Queue[]
  onPause(): void
  onClose(): void
}

function LastLink({ link, queues, onPause, onClose }: LastLinkProps) {
  const texts = useTexts(waitingTexts)
  const { list, number } = useFormatters()
  const routes = list(queues.map(({ route }) => route))
  const waiting = queues.flatMap((queue) => queue.waiting).reduce((sum, { messages }) => sum + messages, 0)
  return (
    <Modal opened onClose={onClose} title={texts.lastLink({ link })} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onPause()
        }}
      >
        <Stack>
          <Text size="sm">
            {texts.lastLinkText({ routes })} {texts.waits({ count: number(waiting) })}
          </Text>
          <Text size="sm">{texts.lastLinkEffect}</Text>
          <DialogButtons cancel={texts.cancel} submit={texts.pauseAnyway} isBusy={false} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

/** Splits `<instance>/<name>`; a name may contain slashes itself. */
function splitOnce(link: string): readonly string[] {
  const slash = link.indexOf('/')
  return [link.slice(0, slash), link.slice(slash + 1)]
}
