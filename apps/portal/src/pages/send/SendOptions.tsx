import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { MomentInput } from '../../components/MomentInput.tsx'
import { useTexts } from '../../language/define-texts.ts'
import type { Formatters } from '../../language/formatters.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { sendTexts } from '../../texts/send.ts'
import { DeliveryHours } from './DeliveryHours.tsx'
import type { Draft, Priority } from './draft.ts'
import { useSenders } from './queries.ts'
import { SpeedLimitField } from './SpeedLimitField.tsx'

interface SendOptionsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
  /** All that go out; undefined: not known yet. */
  readonly parts: number | undefined
}

const USERS: readonly Priority[] = ['LOW', 'BULK']
const ADMINS: readonly Priority[] = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK']

/** Time, sender and further options. */
export function SendOptions({ draft, onChange, parts }: SendOptionsProps) {
  const texts = useTexts(sendTexts)
  const { role } = useMe()
  const allowed = role === 'user' ? USERS : ADMINS
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ChannelSelect value={draft.from} onChange={(from) => onChange({ from })} />
        <MomentInput
          label={texts.schedule}
          name="sendAt"
          value={draft.sendAt}
          onChange={(sendAt) => onChange({ sendAt })}
        />
        <Select
          label={texts.priority}
          description={texts.priorityHelp}
          name="priority"
          allowDeselect={false}
          data={allowed.map((value) => ({ value, label: texts.priorities[value] }))}
          value={draft.priority}
          onChange={(priority) => onChange({ priority: (priority ?? 'LOW') as Priority })}
        />
        <TextInput
          label={texts.reference}
          description={texts.referenceHelp}
          name="reference"
          maxLength={200}
          value={draft.reference}
          onChange={({ currentTarget }) => onChange({ reference: currentTarget.value })}
        />
        <Switch
          label={texts.flash}
          description={texts.flashHelp}
          name="flash"
          checked={draft.flash}
          onChange={({ currentTarget }) => onChange({ flash: currentTarget.checked })}
        />
      </SimpleGrid>
      <DeliveryHours value={draft.deliveryWindow} onChange={(deliveryWindow) => onChange({ deliveryWindow })} />
      <SpeedLimitField value={draft.speedLimit} onChange={(speedLimit) => onChange({ speedLimit })} parts={parts} />
    </Stack>
  )
}

/** Numbers with a plus, names as they are. */
export function formatSender(sender: string, { phone }: Pick<Formatters, 'phone'>): string {
  return /^\d{7,}$/.test(sender) ? phone(sender) : sender
}

interface ChannelSelectProps {
  /** Address; empty: the default. */
  readonly value: string
  readonly onChange: (address: string) => void
}

/** Chooses one of the channels that can send, if there are several. */
export function ChannelSelect({ value, onChange }: ChannelSelectProps) {
  const texts = useTexts(sendTexts)
  const formatters = useFormatters()
  const senders = useSenders()
  if (senders.length < 2) return null
  const main = senders.find(({ isDefault }) => isDefault)
  return (
    <Select
      label={texts.channel}
      description={texts.channelHelp}
      name="from"
      allowDeselect={false}
      data={senders.map(({ address, shownAs, isDefault }) => ({
        value: address,
        label: isDefault
          ? texts.defaultChannel({ sender: formatSender(shownAs, formatters) })
          : formatSender(shownAs, formatters),
      }))}
      value={value === '' ? (main?.address ?? null) : value}
      onChange={(address) => onChange(address === null || address === main?.address ? '' : address)}
    />
  )
}
