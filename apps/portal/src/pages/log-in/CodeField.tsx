import { TextInput } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { logInTexts } from '../../texts/log-in.ts'

export interface CodeFieldProps {
  readonly value: string
  readonly onChange: (code: string) => void
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange }: CodeFieldProps) {
  const texts = useTexts(logInTexts)
  return (
    <TextInput
      label={texts.code}
      description={texts.codeHelp}
      name="code"
      autoComplete="one-time-code"
      inputMode="text"
      data-autofocus
      autoFocus
      required
      withAsterisk={false}
      maxLength={50}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
