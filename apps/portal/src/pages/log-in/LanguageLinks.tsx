import { Anchor, Group } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { LANGUAGES, type Language } from '../../language/languages.ts'
import { shellTexts } from '../../texts/shell.ts'

/** The choice of a language for those who are not logged in. */
export function LanguageLinks() {
  const texts = useTexts(shellTexts)
  const { language, setLanguage } = useLanguage()
  return (
    <Group component="nav" aria-label={texts.language} gap="md" justify="center">
      {Object.entries(LANGUAGES).map(([each, name]) => (
        <Anchor
          key={each}
          component="button"
          type="button"
          size="sm"
          lang={each}
          aria-current={each === language || undefined}
          c={each === language ? 'dimmed' : undefined}
          onClick={() => setLanguage(each as Language)}
        >
          {name}
        </Anchor>
      ))}
    </Group>
  )
}
