import { ActionIcon, Button, Group, Paper, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useGroups } from '../../components/shared-queries.ts'
import { only, useStoredForm } from '../../components/use-stored-form.ts'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { type ContactDetails, saveContact, useReloadContacts } from './queries.ts'

const MOST_FIELDS = 20

/** The form with the details of a contact. */
export function ContactForm({ contact }: { readonly contact: ContactDetails }) {
  const texts = useTexts(contactTexts)
  const reload = useReloadContacts()
  const groups = useGroups()
  const [error, setError] = useState<unknown>()
  const { form, changedIn, settle } = useStoredForm({
    name: contact.name,
    email: contact.email,
    groups: contact.groups.map(({ name }) => name),
    fields: Object.entries(contact.fields).map(([name, value]) => ({ name, value })),
  })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    const named = values.fields.filter(({ name }) => name.trim() !== '')
    const wanted = {
      name: values.name,
      email: values.email,
      groups: values.groups,
      fields: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    }
    try {
      await saveContact(contact.mobile, only(wanted, changedIn(values)))
      notifyDone(texts.saved)
      await reload()
      settle(values)
    } catch (problem) {
      const { details } = toProblem(problem)
      form.setErrors({ ...(details.email && { email: details.email }), ...(details.name && { name: details.name }) })
      setError(problem)
    }
  })
  return (
    <Paper component="form" onSubmit={save}>
      <Stack>
        <Title order={2}>{texts.details}</Title>
        {error !== undefined && <ErrorState error={error} />}
        <TextInput label={texts.name} name="name" maxLength={100} {...form.getInputProps('name')} />
        <TextInput label={texts.email} name="email" type="email" maxLength={254} {...form.getInputProps('email')} />
        <TagsInput
          label={texts.groups}
          description={texts.groupsHelp}
          splitChars={[',', ';']}
          data={(groups.data ?? []).map(({ name }) => name)}
          {...form.getInputProps('groups')}
        />
        <Stack gap="xs" role="group" aria-label={texts.further}>
          <Text size="sm" fw={500}>
            {texts.further}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.furtherHelp}
          </Text>
          {form.values.fields.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other name than the one that is being typed
            <Group key={index} wrap="nowrap" gap="xs">
              <TextInput
                aria-label={texts.fieldName}
                placeholder={texts.fieldName}
                maxLength={50}
                style={{ flex: '2 1 0', minWidth: 0 }}
                {...form.getInputProps(`fields.${index}.name`)}
              />
              <TextInput
                aria-label={texts.fieldValue}
                placeholder={texts.fieldValue}
                maxLength={500}
                style={{ flex: '3 1 0', minWidth: 0 }}
                {...form.getInputProps(`fields.${index}.value`)}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeField({ name: field.name })}
                onClick={() => form.removeListItem('fields', index)}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          ))}
          <Group>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} />}
              disabled={form.values.fields.length >= MOST_FIELDS}
              onClick={() => form.insertListItem('fields', { name: '', value: '' })}
            >
              {texts.addField}
            </Button>
          </Group>
        </Stack>
        <Group justify="flex-end">
          <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
