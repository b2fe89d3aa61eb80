import { Accordion, Code, Group, Stack, Text } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'

type Pdu = Schemas['LinkPdu']

/** The latest PDUs between the network and the gateway, newest first. */
export function LinkPdus({ pdus }: { readonly pdus: readonly Pdu[] }) {
  const { link: texts } = useTexts(operatorTexts)
  const { number } = useFormatters()
  return (
    <Accordion order={3}>
      <Accordion.Item value="pdus">
        <Accordion.Control px={0}>
          <Text size="sm" fw={600}>
            {texts.pdus({ count: number(pdus.length) })}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
            {pdus.map((pdu, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two PDUs may be alike, and none has a state of its own.
              <PduItem key={index} pdu={pdu} />
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const STATUS_FORMS = {
  in: { color: 'blue', Icon: IconArrowDownLeft },
  out: { color: 'gray', Icon: IconArrowUpRight },
} as const satisfies Record<Pdu['direction'], object>

const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const

function PduItem({ pdu }: { readonly pdu: Pdu }) {
  const { link: texts } = useTexts(operatorTexts)
  const { number } = useFormatters()
  const { at, direction, bind, peer, command, status, sequenceNumber, fields, octets, length } = pdu
  const isCut = octets.length < 2 * length
  return (
    <Stack component="li" gap={4}>
      <Group gap="xs">
        <ToneBadge {...STATUS_FORMS[direction]} text={texts.directions[direction]} />
        <Text size="sm" fw={600}>
          {command}
        </Text>
        <Text size="sm">
          {status} #{sequenceNumber}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={WRAPPED}>
        <TimeText moment={at} />, {bind}, {peer}
      </Text>
      {fields.length > 0 && (
        <Text size="xs" style={WRAPPED}>
          {fields.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        </Text>
      )}
      <Code block fz="xs" style={WRAPPED}>
        {octets}
      </Code>
      {isCut && (
        <Text size="xs" c="dimmed">
          {texts.beginningOf({ octets: number(length) })}
        </Text>
      )}
    </Stack>
  )
}
