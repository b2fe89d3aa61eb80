import { Blockquote, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters, useLanguage } from '../../language/language.tsx'
import { localeOf } from '../../language/languages.ts'
import { variableTexts } from '../../texts/template-variables.ts'
import { InnerForm } from './InnerForm.tsx'

type Template = Schemas['TextTemplate']
type Variable = Schemas['TemplateVariable']
type Values = Readonly<Record<string, string>>

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
  const fill = useFill(template)
  const [values, setValues] = useState<Values>({})
  const [faults, setFaults] = useState<Values>({})

  async function use() {
    try {
      onUse(await fill(values))
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
  const fill = useFill(template)
  const [settled] = useDebouncedValue(values, 200)
  const isMissing = template.variables.some(({ name, fallback }) => fallback === null && !settled[name])
  const { data } = useQuery({
    enabled: !isMissing,
    queryKey: ['template', template.templateId, settled, recipients[0]],
    async queryFn() {
      const text = await fill(settled).catch(nullIfWrong)
      if (text === null) return null
      const { data: preview } = await api.POST('/send/preview', { body: { text, recipients: recipients.slice(0, 1) } })
      return preview as Schemas['SendPreview']
    },
    placeholderData: keepPreviousData,
  })
  if (isMissing || data === null)
    return (
      <Text size="xs" c="dimmed">
        {texts.toFill}
      </Text>
    )
  if (data === undefined) return null
  const shown = data.samples[0] ?? data
  return (
    <div>
      <Text size="xs" c="dimmed">
        {texts.preview}, {texts.parts(number(shown.parts))}
      </Text>
      <Blockquote p="xs" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
        <Text size="sm">{shown.text}</Text>
      </Blockquote>
    </div>
  )
}

function nullIfWrong(error: unknown): null {
  if (toProblem(error).code === 'bad-values') return null
  throw error
}

function useFill({ templateId }: Template): (values: Values) => Promise<string> {
  const { language } = useLanguage()
  return async (values) => {
    const params = { path: { templateId } }
    const { data } = await api.POST('/templates/{templateId}/fill', {
      params,
      body: { values: { ...values }, locale: localeOf(language) },
    })
    return (data as Schemas['FilledTemplate']).text
  }
}
