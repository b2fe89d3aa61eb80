import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { LANGUAGES, type Language } from '../../language/languages.ts'
import { accountTexts } from '../../texts/account.ts'
import { shellTexts } from '../../texts/shell.ts'
import { Section } from './Section.tsx'

const CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))

/** The language that the portal is shown in. */
export function OwnLanguage() {
  const { languageHelp } = useTexts(accountTexts)
  const { language: title } = useTexts(shellTexts)
  const { language, setLanguage } = useLanguage()
  return (
    <Section title={title} help={languageHelp}>
      <NativeSelect
        aria-label={title}
        name="language"
        maw="20rem"
        data={CHOICES}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      />
    </Section>
  )
}
