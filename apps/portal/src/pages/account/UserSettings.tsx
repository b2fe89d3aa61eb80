import { Select } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { useChannels } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { userTexts } from '../../texts/users.ts'

/** The settings of a user; empty text: no value of its own. */
export type UserValues = Readonly<{
  role: Schemas['Role']
  priority: Schemas['Priority'] | ''
  channelId: string
}>

export const NEW_USER: UserValues = { role: 'user', priority: '', channelId: '' }

/** The values as the API takes them. */
export function readUserValues({ role, priority, channelId }: UserValues) {
  return {
    role,
    priority: priority === '' ? null : priority,
    channelId: channelId === '' ? null : Number(channelId),
  }
}

interface Input {
  readonly value?: string
  readonly onChange: (value: string) => void
}

export interface UserSettingsProps {
  readonly getInputProps: (name: keyof UserValues) => Input
  /** False for the user's own entry: users cannot change their own role. */
  readonly hasRole: boolean
}

const PRIORITIES = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK'] as const

/** Role, channel and priority of a user. */
export function UserSettings({ getInputProps, hasRole }: UserSettingsProps) {
  const texts = useTexts(userTexts)
  const me = useMe()
  const { data } = useChannels()
  const roles = (['user', 'admin', 'operator'] as const).filter((role) => role !== 'operator' || me.role === 'operator')
  const channels = data?.records.map(({ channelId, address }) => ({ value: String(channelId), label: address })) ?? []
  return (
    <>
      {hasRole && (
        <Choice
          label={texts.role}
          help={texts.roleHelp}
          name="role"
          data={roles.map((role) => ({ value: role, label: texts.roles[role] }))}
          {...getInputProps('role')}
        />
      )}
      <Choice
        label={texts.channel}
        help={texts.channelHelp}
        name="channelId"
        data={[{ value: '', label: texts.defaultChannel }, ...channels]}
        {...getInputProps('channelId')}
      />
      <Choice
        label={texts.priority}
        help={texts.priorityHelp}
        name="priority"
        data={[{ value: '', label: texts.noPriority }, ...PRIORITIES.map((value) => ({ value, label: value }))]}
        {...getInputProps('priority')}
      />
    </>
  )
}

interface ChoiceProps extends Input {
  readonly label: string
  readonly help: string
  readonly name: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
}

function Choice({ label, help, name, data, value, onChange, ...more }: ChoiceProps) {
  return (
    <Select
      label={label}
      description={<FieldHelp>{help}</FieldHelp>}
      name={name}
      data={data}
      allowDeselect={false}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...more}
    />
  )
}
