import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useLanguage } from '../../language/language.tsx'
import { directionOf } from '../../language/languages.ts'
import { useMe } from '../../session/session.ts'
import type { FrameState } from './frame-port.ts'

/** Colours by meaning, and the variables of the portal that have them. */
const VARIABLES = {
  text: '--mantine-color-text',
  dimmed: '--mantine-color-dimmed',
  background: '--mantine-color-body',
  surface: '--heliograph-surface',
  border: '--mantine-color-default-border',
  accent: '--mantine-primary-color-filled',
  onAccent: '--heliograph-on-accent',
  error: '--mantine-color-error',
} as const

/** What a page of a plugin gets to know about the portal: read again by each call. */
export function usePortalState(): () => FrameState {
  const colorScheme = useComputedColorScheme('light')
  const { fontFamily: font } = useMantineTheme()
  const { language } = useLanguage()
  const { role, clientId, clientName } = useMe()
  const facts = { colorScheme, font, language, direction: directionOf(language), role }
  return () => ({ ...facts, colors: colorsNow(), client: { id: clientId, name: clientName } })
}

function colorsNow(): Readonly<Record<string, string>> {
  const style = getComputedStyle(document.documentElement)
  const colors = Object.entries(VARIABLES).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()])
  return Object.fromEntries(colors)
}
