import { Blockquote, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters, useLanguage } from '../../language/language.tsx'
import { localeOf } from '../../language/languages.ts'
import { variableTexts } from '../../texts/template-variables.ts'
import { InnerForm } from './InnerForm.tsx'
import { type Filling, fillTemplate, useFilledPreview } from './queries.ts'

type Template = Schemas['TextTemplate']
type Variable = Schemas['TemplateVariable']
type Values = Filling['values']

interface TemplateValuesProps {
  readonly template: Template
  /** Numbers whose contacts the preview is filled in for; the first one is shown. */
  readonly recipients: readonly string[]
  readonly onUse: (text: string) => void
  readonly onBack: () => void
}

/** Asks for the variables of a template, and shows the text as it will arrive. */
export function TemplateValues({ template, recipients, onUse, onBack }: TemplateValuesProps) {
  const texts = useTexts(variableTexts)
  const fillingOf = useFilling(template)
  const [values, setValues] = useState<Values>({})
  const [faults, setFaults] = useState<Values>({})

  async function use() {
    try {
      onUse(await fillTemplate(fillingOf(values)))
    } catch (error) {
      const { code, details } = toProblem(error)
      if (code === 'bad-values') setFaults(details)
      else notifyProblem(error)
    }
  }

  return (
    <InnerForm onSubmit={use}>
      <Stack gap="sm">
        <Text fw={500}>{template.name}</Text>
        {template.variables.map((variable) => (
          <ValueInput
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ''}
            fault={faults[variable.name]}
            onChange={(value) => {
              setFaults(({ [variable.name]: _, ...others }) => others)
              setValues((present) => ({ ...present, [variable.name]: value }))
            }}
          />
        ))}
        <Preview template={template} values={values} recipients={recipients} />
        <Group justify="space-between">
          <Button variant="default" size="xs" onClick={onBack}>
            {texts.back}
          </Button>
          <Button type="submit" size="xs">
            {texts.use}
          </Button>
        </Group>
      </Stack>
    </InnerForm>
  )
}

interface ValueInputProps {
  readonly variable: Variable
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (value: string) => void
}

function ValueInput({ variable, value, fault, onChange }: ValueInputProps) {
  const { name, type, fallback, choices } = variable
  const common = {
    label: name,
    name,
    value,
    size: 'xs',
    withAsterisk: fallback === null,
    error: fault ?? null,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  } as const
  if (type === 'choice') return <NativeSelect {...common} data={[{ value: '', label: fallback ?? '' }, ...choices]} />
  return (
    <TextInput
      {...common}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      placeholder={fallback ?? undefined}
    />
  )
}

function Preview({
  template,
  values,
  recipients,
}: Pick<TemplateValuesProps, 'template' | 'recipients'> & { readonly values: Values }) {
  const texts = useTexts(variableTexts)
  const { number } = useFormatters()
  const fillingOf = useFilling(template)
  const [settled] = useDebouncedValue(values, 200)
  const isMissing = template.variables.some(({ name, fallback }) => fallback === null && !settled[name])
  const preview = useFilledPreview(fillingOf(settled), recipients, isMissing)
  if (isMissing || preview === null)
    return (
      <Text size="xs" c="dimmed">
        {texts.toFill}
      </Text>
    )
  if (preview === undefined) return null
  const shown = preview.samples[0] ?? preview
  return (
    <div>
      <Text size="xs" c="dimmed">
        {texts.preview}, {texts.parts({ count: number(shown.parts) })}
      </Text>
      <Blockquote p="xs" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
        <Text size="sm">{shown.text}</Text>
      </Blockquote>
    </div>
  )
}

/** A template with values in the language of the page. */
function useFilling({ templateId }: Template): (values: Values) => Filling {
  const { language } = useLanguage()
  return (values) => ({ templateId, values, locale: localeOf(language) })
}
