import { Button, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { notifyDone, notifyProblem, notifyUndoable } from '../../../components/notify.tsx'
import { type TextWith, useTexts } from '../../../language/define-texts.ts'
import { useFormatters } from '../../../language/language.tsx'
import { chosenContactTexts } from '../../../texts/chosen-contacts.ts'
import { shellTexts } from '../../../texts/shell.ts'
import { saveFile } from '../../messages/export-messages.ts'
import { type Contact, useReloadContacts } from '../queries.ts'
import { ChosenGroup } from './ChosenGroup.tsx'
import {
  addToGroup,
  type Change,
  exportContacts,
  removeChosen,
  removeFromGroup,
  setChosenStatus,
} from './change-contacts.ts'
import type { Chosen } from './use-chosen.ts'

interface ChosenBarProps {
  readonly chosen: Chosen
  readonly shown: readonly Contact[]
  /** Undefined when all that match are shown. */
  readonly rest?: {
    /** How many match; undefined where that is not known. */
    readonly count: number | undefined
    load(): Promise<readonly Contact[]>
  }
}

/** Above the list: selects all of it, and acts on the selected contacts. */
export function ChosenBar({ chosen, shown, rest }: ChosenBarProps) {
  const texts = useTexts(chosenContactTexts)
  const { undo: undoLabel } = useTexts(shellTexts)
  const { number } = useFormatters()
  const reload = useReloadContacts()
  const [isBusy, setBusy] = useState(false)
  const contacts = [...chosen.contacts.values()]

  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    work()
      .catch((error: unknown) => notifyProblem(error))
      .finally(() => setBusy(false))
  }
  const change = (make: () => Promise<Change>, reported: TextWith<'count'>) =>
    run(async () => {
      try {
        const { count, undo } = await make()
        chosen.chooseNone()
        const undoAll = async () => {
          await undo()
          await reload()
          notifyDone(texts.undone)
        }
        notifyUndoable({ message: reported({ count: number(count) }), undoLabel, undo: undoAll })
      } finally {
        // An action that was cut off has done a part of its work.
        await reload()
      }
    })

  const isAll = shown.length > 0 && shown.every(({ mobile }) => chosen.contacts.has(mobile))
  const button = { size: 'compact-sm', variant: 'default', disabled: isBusy } as const
  return (
    <Group px="md" py="xs" mih={48} gap="sm">
      <Tooltip label={texts.hint}>
        <Checkbox
          aria-label={texts.chooseAll}
          checked={isAll}
          indeterminate={!isAll && contacts.length > 0}
          onChange={() => (isAll ? chosen.chooseNone() : chosen.choose(shown))}
        />
      </Tooltip>
      {contacts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.chooseAll}
        </Text>
      ) : (
        <Group gap="xs" role="toolbar" aria-label={texts.actions}>
          <Text size="sm" fw={500} role="status">
            {texts.chosen({ count: number(contacts.length) })}
          </Text>
          {rest !== undefined && isAll && contacts.length === shown.length && (
            <Button {...button} variant="light" onClick={() => run(async () => chosen.choose(await rest.load()))}>
              {rest.count === undefined ? texts.chooseMatching : texts.chooseCounted({ count: number(rest.count) })}
            </Button>
          )}
          <ChosenGroup
            {...button}
            label={texts.addToGroup}
            action={texts.add}
            mayBeNew
            onGroup={({ name }) =>
              change(
                () => addToGroup(contacts, name),
                ({ count }) => texts.added({ count, group: name }),
              )
            }
          />
          <ChosenGroup
            {...button}
            label={texts.removeFromGroup}
            action={texts.take}
            onGroup={({ groupId, name }) =>
              groupId !== undefined &&
              change(
                () => removeFromGroup(contacts, groupId),
                ({ count }) => texts.taken({ count, group: name }),
              )
            }
          />
          <Button
            {...button}
            leftSection={<IconUserOff size={16} aria-hidden />}
            onClick={() => change(() => setChosenStatus(contacts, 'opted-out'), texts.optedOut)}
          >
            {texts.optOut}
          </Button>
          <Button
            {...button}
            leftSection={<IconUserCheck size={16} aria-hidden />}
            onClick={() => change(() => setChosenStatus(contacts, 'opted-in'), texts.optedIn)}
          >
            {texts.optIn}
          </Button>
          <Button
            {...button}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => run(async () => saveFile(await exportContacts(contacts)))}
          >
            {texts.export}
          </Button>
          <Button
            {...button}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => change(() => removeChosen(contacts), texts.removed)}
          >
            {texts.remove}
          </Button>
          <Button {...button} variant="subtle" onClick={chosen.chooseNone}>
            {texts.none}
          </Button>
        </Group>
      )}
    </Group>
  )
}
