import { Group, Stack, Table, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { developerTexts } from '../../texts/developers.ts'
import { Programs } from './Programs.tsx'
import { smppConfigurations, smppPassword } from './smpp-configurations.ts'

export interface SmppSettingsProps {
  readonly ports: Schemas['Interface']['ports']
  readonly values: Schemas['InterfaceExamples']
}

/** The settings that an SMPP client needs, and configurations of common ones. */
export function SmppSettings({ ports, values: { url, email, apiKey } }: SmppSettingsProps) {
  const { smpp: texts } = useTexts(developerTexts)
  const host = new URL(url).hostname
  const { port, tlsPort } = ports ?? { port: 2775, tlsPort: null }
  const password = smppPassword(apiKey)
  const rows: readonly (readonly [string, string])[] = [
    [texts.host, host],
    [texts.port, String(port)],
    ...(tlsPort === null ? [] : ([[texts.tlsPort, String(tlsPort)]] as const)),
    [texts.systemId, email],
    [texts.password, password],
  ]
  const rest: readonly (readonly [string, string])[] = [
    [texts.bind, 'transmitter, receiver, transceiver'],
    [texts.systemType, texts.empty],
    [texts.version, '0x34'],
    [texts.ton, texts.anything],
    [texts.throughput, '100'],
  ]
  return (
    <Stack>
      <Text size="sm">{texts.text}</Text>
      <Table verticalSpacing={4} horizontalSpacing="xs" fz="sm" maw="32rem" aria-label={texts.settings}>
        <Table.Tbody>
          {[...rows, ...rest].map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500} w={{ base: '7rem', sm: '12rem' }}>
                {name}
              </Table.Th>
              <Table.Td>
                <Group gap="xs" justify="space-between" wrap="nowrap">
                  {value}
                  {rows.some(([own]) => own === name) && <CopyButton value={value} />}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Programs programs={smppConfigurations({ host, port, tlsPort, systemId: email, password })} />
    </Stack>
  )
}
