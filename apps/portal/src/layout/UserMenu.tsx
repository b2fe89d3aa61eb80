import { Menu, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { useTexts } from '../language/define-texts.ts'
import { useLanguage } from '../language/language.tsx'
import { isLanguage, LANGUAGES } from '../language/languages.ts'
import { logOut, useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { UserMenuButton } from './UserMenuButton.tsx'

/** The user's account, and the theme and language of the portal. */
export default function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const texts = useTexts(shellTexts)
  const { email, clientName } = useMe()
  return (
    <Menu position="bottom-end" width={280} shadow="md" defaultOpened>
      <Menu.Target>
        <UserMenuButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py="xs">
          <Text size="sm" fw={600} truncate>
            {email}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {clientName}
          </Text>
        </Stack>
        <Menu.Divider />
        <Stack gap="xs" px="sm" py="xs">
          <ThemeChoice />
          <LanguageChoice />
        </Stack>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          {texts.shortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut()}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ThemeChoice() {
  const texts = useTexts(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const data = [
    { value: 'light', label: texts.light },
    { value: 'dark', label: texts.dark },
    { value: 'auto', label: texts.auto },
  ]
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={texts.theme}
      data={data}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
    />
  )
}

function LanguageChoice() {
  const { language, setLanguage } = useLanguage()
  const texts = useTexts(shellTexts)
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={texts.language}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      value={language}
      onChange={(value) => isLanguage(value) && setLanguage(value)}
    />
  )
}
