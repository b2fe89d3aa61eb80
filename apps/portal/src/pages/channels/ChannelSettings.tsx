import { Affix, Button, Group, Paper, Stack, Text, TextInput, Title, Transition } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useStoredForm } from '../../components/use-stored-form.ts'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { type ChannelForm, changeBetween, countChanges, toForm } from './channel-form.ts'
import { type ChannelSection, sectionsFor } from './channel-settings.ts'
import { useSaveChannel } from './queries.ts'
import { SettingField } from './SettingField.tsx'

type Channel = Schemas['Channel']

/** Links the form to the save button, which is outside of it. */
const FORM = 'channel-settings'

/** The form of a channel. What is saved can be undone for a while. */
export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const texts = useTexts(channelTexts)
  const save = useSaveChannel(channel.channelId)
  const stored = toForm(channel)
  const { form, settle } = useStoredForm<ChannelForm>(stored, {
    autoResponse: (text, { hasAutoResponse }) =>
      hasAutoResponse && text.trim() === '' ? texts.autoResponseMissing : null,
  })

  async function submit(values: ChannelForm) {
    try {
      await save(changeBetween(stored, values))
      settle(values)
      notifyUndoable({
        message: texts.saved,
        undoLabel: texts.undo,
        undo: () => save(changeBetween(values, stored)),
      })
    } catch (error) {
      const { details } = toProblem(error)
      if (Object.keys(details).length > 0) form.setErrors(details)
      notifyProblem(error)
    }
  }

  return (
    <form id={FORM} onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="lg">
        {sectionsFor(channel.kind).map((section) => (
          <Section key={section.section} section={section} channel={channel} form={form} stored={stored} />
        ))}
      </Stack>
      <SaveBar changes={countChanges(stored, form.getValues())} onDiscard={form.reset} />
    </form>
  )
}

interface SectionProps {
  readonly section: ChannelSection
  readonly channel: Channel
  readonly form: UseFormReturnType<ChannelForm>
  readonly stored: ChannelForm
}

function Section({ section: { section, settings }, channel, form, stored }: SectionProps) {
  const texts = useTexts(channelTexts)
  const { title, text } = texts.sections[section]
  const values = form.getValues()
  return (
    <Paper component="section" aria-labelledby={`section-${section}`}>
      <Title order={2} id={`section-${section}`}>
        {title}
      </Title>
      {text !== '' && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <Stack gap="lg" mt="md">
        {section === 'general' && channel.kind === 'number' && <IncomingNumber address={channel.address} />}
        {settings
          .filter(({ needs }) => needs === undefined || values[needs])
          .map((setting) => (
            <SettingField
              key={setting.setting}
              setting={setting}
              form={form}
              channelId={channel.channelId}
              isSaved={stored[setting.setting] === values[setting.setting]}
            />
          ))}
      </Stack>
    </Paper>
  )
}

function IncomingNumber({ address }: { readonly address: string }) {
  const { label, help } = useTexts(channelTexts).incomingNumber
  return (
    <TextInput
      name="txt_incoming_shortcode"
      label={label}
      description={<FieldHelp>{help}</FieldHelp>}
      value={address}
      readOnly
      rightSection={<CopyButton value={address} />}
    />
  )
}

/** Shown while there are unsaved changes. */
function SaveBar({ changes, onDiscard }: { readonly changes: number; readonly onDiscard: () => void }) {
  const texts = useTexts(channelTexts)
  return (
    <Affix position={{ bottom: 16, left: 16, right: 16 }} zIndex={150} style={{ pointerEvents: 'none' }}>
      <Transition mounted={changes > 0} transition="slide-up">
        {(styles) => (
          <Paper shadow="md" p="sm" maw="36rem" mx="auto" style={{ ...styles, pointerEvents: 'auto' }} role="status">
            <Group justify="space-between">
              <Text size="sm">{texts.unsaved({ count: changes })}</Text>
              <Group gap="xs">
                <Button variant="default" onClick={onDiscard}>
                  {texts.discard}
                </Button>
                <Button type="submit" form={FORM}>
                  {texts.save}
                </Button>
              </Group>
            </Group>
          </Paper>
        )}
      </Transition>
    </Affix>
  )
}
