import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** Opens the user menu. */
export function UserMenuButton(props: ActionIconProps & ElementProps<'button', keyof ActionIconProps>) {
  const { menu } = useTexts(shellTexts)
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={menu} {...props}>
      <IconUserCircle size={22} stroke={1.5} />
    </ActionIcon>
  )
}
