import { TextInput, type TextInputProps } from '@mantine/core'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'

const EXAMPLES = {
  name: 'Acme Ltd',
  country: 'ZA',
  currency: 'ZAR',
  credit: '100.00',
  price: '0.05',
  rateLimit: '300',
  retentionDays: '30',
}

const KEYBOARDS: Readonly<Partial<Record<ClientFieldName, 'decimal' | 'numeric'>>> = {
  credit: 'decimal',
  price: 'decimal',
  rateLimit: 'numeric',
  retentionDays: 'numeric',
}

export type ClientFieldName = keyof typeof EXAMPLES

/**
 * An input for a setting of a client, with its description and an example. Amounts are text, because nothing may be
 * rounded.
 */
export function ClientField({ name, ...props }: { readonly name: ClientFieldName } & TextInputProps) {
  const { fields } = useTexts(clientTexts)
  return (
    <TextInput
      label={fields[name]}
      description={<FieldHelp example={EXAMPLES[name]}>{fields[`${name}Help`]}</FieldHelp>}
      name={name}
      inputMode={KEYBOARDS[name]}
      maxLength={name === 'country' ? 2 : name === 'currency' ? 3 : 200}
      {...props}
    />
  )
}

/** The values that were filled in, as the API takes them. */
export function givenValues(values: Readonly<Partial<Record<ClientFieldName, string>>>): object {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'rateLimit' ? Number(value) : value.trim()]))
}
