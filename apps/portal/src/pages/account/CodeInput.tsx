import { TextInput, type TextInputProps } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'

/** An input for the code that an authenticator app shows. */
export function CodeInput(props: TextInputProps) {
  const { factor: texts } = useTexts(accountTexts)
  return (
    <TextInput
      label={texts.code}
      description={texts.codeHelp}
      name="code"
      autoComplete="one-time-code"
      required
      maxLength={50}
      {...props}
    />
  )
}
