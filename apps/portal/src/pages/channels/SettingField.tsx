import { Button, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { type ChannelForm, DEFAULT_LINK_BASE } from './channel-form.ts'
import type { ChannelSetting } from './channel-settings.ts'
import { OutgoingNumberField } from './OutgoingNumberField.tsx'
import { SettingTest } from './SettingTest.tsx'

export interface SettingFieldProps {
  readonly setting: ChannelSetting
  readonly form: UseFormReturnType<ChannelForm>
  readonly channelId: number
  /** It has not been edited since it was saved. */
  readonly isSaved: boolean
}

/** One setting: what it does, an example of it, and a button to try it out where that makes sense. */
export function SettingField({ setting, form, channelId, isSaved }: SettingFieldProps) {
  const texts = useTexts(channelTexts)
  const { label, help } = texts.fields[setting.setting]
  const description = <FieldHelp example={setting.example}>{help}</FieldHelp>
  const { name, setting: field, choices = [], test } = setting
  if (setting.input === 'switch')
    return (
      <Switch
        {...form.getInputProps(field, { type: 'checkbox' })}
        name={name}
        label={label}
        description={description}
      />
    )
  const common = { ...form.getInputProps(field), name, label, description }
  if (setting.input === 'choice') {
    const named = choices.map((value) => ({ value: value as string, label: texts.choices[value] }))
    const current = String(form.getValues()[field])
    // The form of an interface has the name of its instance.
    const isNamed = named.some(({ value }) => value === current)
    return <NativeSelect {...common} data={isNamed ? named : [...named, { value: current, label: current }]} />
  }
  if (setting.input === 'number') return <OutgoingNumberField {...common} />
  if (setting.input === 'area') return <Textarea {...common} autosize minRows={2} maxRows={8} />
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput {...common} type={setting.type ?? 'text'} style={{ flex: 1, minWidth: 0 }} autoComplete="off" />
      {field.endsWith('LinkBase') && form.getValues()[field] !== DEFAULT_LINK_BASE && (
        <Button variant="default" onClick={() => form.setFieldValue(field, DEFAULT_LINK_BASE)}>
          {texts.defaultBase}
        </Button>
      )}
      {test !== undefined && form.getValues()[field] !== '' && (
        <SettingTest channelId={channelId} test={test} label={label} isSaved={isSaved} />
      )}
    </Group>
  )
}
