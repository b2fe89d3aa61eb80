import { Box, Menu, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { IconKeyboard, IconListCheck, IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../language/define-texts.ts'
import { useLanguage } from '../language/language.tsx'
import { LANGUAGES } from '../language/languages.ts'
import { live } from '../live/live-connection.ts'
import { useFirstStepsChoice } from '../session/first-steps.ts'
import { logOut, useMe } from '../session/session.ts'
import { firstStepsTexts } from '../texts/first-steps.ts'
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
        <ThemeChoice />
        <Menu.Divider />
        <LanguageChoice />
        <Menu.Divider />
        <FirstStepsItem />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={onShortcuts}>
          {texts.shortcuts}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void logOut(() => live.logOut())}>
          {texts.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the list of first steps again, on the overview. */
function FirstStepsItem() {
  const { title } = useTexts(firstStepsTexts)
  const [, choose] = useFirstStepsChoice()
  const navigate = useNavigate()
  const show = () => {
    choose('shown')
    void navigate({ to: '/' })
  }
  return (
    <Menu.Item leftSection={<IconListCheck size={16} />} onClick={show}>
      {title}
    </Menu.Item>
  )
}

function ThemeChoice() {
  const texts = useTexts(shellTexts)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = { light: texts.light, dark: texts.dark, auto: texts.auto }
  return <Choice label={texts.theme} choices={choices} value={colorScheme} onChange={setColorScheme} />
}

function LanguageChoice() {
  const { language, setLanguage } = useLanguage()
  const texts = useTexts(shellTexts)
  return <Choice label={texts.language} choices={LANGUAGES} value={language} onChange={setLanguage} />
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly choices: Readonly<Record<T, string>>
  readonly value: T
  readonly onChange: (value: T) => void
}

/** Items of the menu of which one is chosen. */
function Choice<T extends string>({ label, choices, value, onChange }: ChoiceProps<T>) {
  return (
    <Box role="group" aria-label={label}>
      <Menu.Label>{label}</Menu.Label>
      <Menu.RadioGroup value={value} onChange={(chosen) => onChange(chosen as T)}>
        {Object.entries<string>(choices).map(([each, name]) => (
          <Menu.RadioItem key={each} value={each}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Box>
  )
}
