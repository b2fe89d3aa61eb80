import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

const Palette = lazy(() => import('./palette/Palette.tsx'))

/** Opens the command palette, which is loaded when it is first needed. */
export function SearchButton() {
  const { search, keys } = useTexts(shellTexts)
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useHotkeys([['mod+K', open]], [])
  useHotkeys([['/', open]])
  return (
    <>
      <Button
        variant="default"
        color="gray"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{keys.Ctrl} K</Kbd>}
        onClick={open}
        visibleFrom="sm"
        fw={400}
      >
        {search}
      </Button>
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} hiddenFrom="sm" aria-label={search}>
        <IconSearch size={20} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
