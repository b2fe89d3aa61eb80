import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { eraseTexts } from '../../texts/erase.ts'
import { eraseContact, useReloadContacts } from './queries.ts'

/** Removes everything about a number, once it was said what that means: it cannot be undone. */
export function EraseContact({ mobile }: { readonly mobile: string }) {
  const texts = useTexts(eraseTexts)
  const navigate = useNavigate()
  const reload = useReloadContacts()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [left, setLeft] = useState<readonly string[]>()
  const leave = async () => {
    await navigate({ to: '/contacts' })
    await reload()
  }
  const close = () => {
    setOpen(false)
    setError(undefined)
    if (left !== undefined) void leave()
  }
  const erase = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const { archives, isOptedOut } = await eraseContact(mobile)
      notifyDone(isOptedOut ? texts.erasedOptedOut : texts.erased)
      if (archives.length > 0) setLeft(archives)
      else await leave()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="default" leftSection={<IconEraser size={16} />} onClick={() => setOpen(true)}>
        {texts.erase}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.title({ mobile })}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {left === undefined ? (
          <Stack>
            <Text size="sm">{texts.sure}</Text>
            {error !== undefined && <ErrorState error={error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {texts.cancel}
              </Button>
              <Button color="red" loading={isBusy} onClick={() => void erase()}>
                {texts.yesErase}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Archives names={left} onClose={close} />
        )}
      </Modal>
    </>
  )
}

/** What was written to files before is not touched. */
function Archives({ names, onClose }: { readonly names: readonly string[]; onClose(): void }) {
  const texts = useTexts(eraseTexts)
  return (
    <Stack>
      <Text size="sm">{texts.inArchives}</Text>
      <List size="sm">
        {names.map((name) => (
          <List.Item key={name}>{name}</List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  )
}
