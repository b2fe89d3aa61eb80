import { Accordion, Badge, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSearch, IconX, IconZzz } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { useInstances } from './queries.ts'

type Instance = Schemas['Instance']

/** Adapters and plugins with version, health and configuration. */
export function InstancesPage() {
  const { instance: texts, pages } = useTexts(operatorTexts)
  const query = useInstances()
  const description = query.data === undefined ? texts.descriptionShort : texts.description({ node: query.data.node })
  return (
    <>
      <PageHeader title={pages.instances} description={description} />
      <Loaded query={query} height={40}>
        {({ records }) => <Instances instances={records} />}
      </Loaded>
    </>
  )
}

function Instances({ instances }: { readonly instances: readonly Instance[] }) {
  const { instance: texts } = useTexts(operatorTexts)
  const { search = '' } = useSearch({ from: '/shell/operator/instances' })
  const navigate = useNavigate({ from: '/operator/instances' })
  const found = instances.filter(({ instanceId, use, module }) =>
    [instanceId, use, module?.id].some((name) => name?.toLowerCase().includes(search.trim().toLowerCase())),
  )
  return (
    <Stack>
      <TextInput
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={texts.search}
        placeholder={texts.search}
        maw="24rem"
        value={search}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: value === '' ? {} : { search: value }, replace: true })
        }
      />
      {found.length === 0 && <EmptyState Icon={IconSearch} title={texts.noneFound} />}
      <Accordion variant="separated" radius="lg" order={2}>
        {found.map((instance) => (
          <InstanceItem key={instance.instanceId} instance={instance} />
        ))}
      </Accordion>
    </Stack>
  )
}

function InstanceItem({ instance }: { readonly instance: Instance }) {
  const { instance: texts } = useTexts(operatorTexts)
  const { colon } = useFormatters()
  const { instanceId, use, module, isOptional, health, configuration } = instance
  return (
    <Accordion.Item
      value={instanceId}
      bg="var(--mantine-color-body)"
      bd="1px solid var(--mantine-color-default-border)"
    >
      <Accordion.Control>
        <Group justify="space-between" gap="xs" pe="xs">
          <Stack gap={2}>
            <Text fw={600}>{instanceId}</Text>
            <Text size="xs" c="dimmed">
              {module === null ? `${use}, ${texts.notLoaded}` : `${texts[module.kind]} ${module.id} ${module.version}`}
            </Text>
          </Stack>
          <Group gap="xs">
            {isOptional && <Badge color="gray">{texts.optional}</Badge>}
            <HealthBadge health={health} />
          </Group>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          {health?.reason != null && <Text size="sm">{health.reason}</Text>}
          <Text size="xs" c="dimmed">
            {use}
          </Text>
          {configuration !== null && (
            <Code block tabIndex={0} role="region" aria-label={`${texts.configuration}${colon}${instanceId}`}>
              {JSON.stringify(configuration, undefined, 2)}
            </Code>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

const STATUS_FORMS = {
  ok: { color: 'green', Icon: IconCheck },
  degraded: { color: 'yellow', Icon: IconAlertTriangle },
  down: { color: 'red', Icon: IconX },
} as const

function HealthBadge({ health }: Pick<Instance, 'health'>) {
  const { instance: texts } = useTexts(operatorTexts)
  if (health === null) return <ToneBadge color="gray" Icon={IconZzz} text={texts.notHere} />
  return <ToneBadge {...STATUS_FORMS[health.status]} text={texts.health[health.status]} />
}
