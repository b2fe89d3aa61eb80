import { Autocomplete, Button, type ButtonProps, Group, Popover } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useGroups } from '../../../components/shared-queries.ts'
import { useTexts } from '../../../language/define-texts.ts'
import { chosenContactTexts } from '../../../texts/chosen-contacts.ts'

interface ChosenGroupProps extends ButtonProps {
  readonly label: string
  /** Label of the button. */
  readonly action: string
  readonly mayBeNew?: boolean
  /** Without an id: no group of this name exists yet. */
  readonly onGroup: (group: { readonly groupId?: number; readonly name: string }) => void
}

/** Asks for a group. */
export function ChosenGroup({ label, action, mayBeNew = false, onGroup, ...button }: ChosenGroupProps) {
  const texts = useTexts(chosenContactTexts)
  const groups = useGroups().data ?? []
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const name = text.trim()
  const known = groups.find((group) => group.name.toLowerCase() === name.toLowerCase())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    setText('')
    onGroup(known ?? { name })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          {...button}
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          onClick={() => setOpen((before) => !before)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form onSubmit={submit}>
          <Group align="flex-end" wrap="nowrap">
            <Autocomplete
              label={texts.group}
              description={mayBeNew ? texts.groupHelp : undefined}
              data={groups.map((group) => group.name)}
              value={text}
              onChange={setText}
              maxLength={100}
              limit={50}
              data-autofocus
              comboboxProps={{ withinPortal: false }}
            />
            <Button type="submit" disabled={name === '' || (!mayBeNew && known === undefined)}>
              {action}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
