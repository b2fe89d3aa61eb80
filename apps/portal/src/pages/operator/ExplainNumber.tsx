import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { WaitingCauses } from '../../components/WaitingCauses.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters, useLanguage } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { routingTexts } from '../../texts/routing.ts'
import { waitingTexts } from '../../texts/waiting.ts'
import { LinkGroups } from './LinkGroups.tsx'
import { type RouteQuestion, useExplainRoute } from './queries.ts'

const PRIORITIES = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK'] as const satisfies readonly Schemas['Priority'][]

/** Shows which route a message would take. */
export function ExplainNumber() {
  const texts = useTexts(routingTexts)
  const { clientId } = useMe()
  const explaining = useExplainRoute()
  const form = useForm<RouteQuestion>({
    initialValues: { to: '', clientId, sender: '', priority: 'NORMAL', parts: 1 },
  })
  const ask = form.onSubmit((question) =>
    explaining.mutateAsync(question).catch((error: unknown) => form.setErrors(toProblem(error).details)),
  )
  return (
    <Paper component="section" aria-labelledby="explain">
      <Title order={2} id="explain">
        {texts.explain}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.explainHelp}
      </Text>
      <form onSubmit={ask}>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }}>
          <TextInput
            label={texts.number}
            description={<FieldHelp>{texts.numberHelp}</FieldHelp>}
            placeholder="+27 82 111 0001"
            type="tel"
            name="to"
            required
            {...form.getInputProps('to')}
          />
          <NumberInput
            label={texts.client}
            description={<FieldHelp>{texts.clientHelp}</FieldHelp>}
            name="clientId"
            required
            min={1}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('clientId')}
          />
          <TextInput
            label={texts.sender}
            description={<FieldHelp>{texts.senderHelp}</FieldHelp>}
            name="sender"
            {...form.getInputProps('sender')}
          />
          <NativeSelect
            label={texts.priority}
            description={<FieldHelp>{texts.priorityHelp}</FieldHelp>}
            name="priority"
            data={[...PRIORITIES]}
            {...form.getInputProps('priority')}
          />
          <NumberInput
            label={texts.parts}
            description={<FieldHelp>{texts.partsHelp}</FieldHelp>}
            name="parts"
            min={1}
            max={255}
            allowDecimal={false}
            {...form.getInputProps('parts')}
          />
        </SimpleGrid>
        <Button type="submit" mt="md" loading={explaining.isPending}>
          {texts.ask}
        </Button>
      </form>
      {explaining.isError && Object.keys(toProblem(explaining.error).details).length === 0 && (
        <ErrorState error={explaining.error} />
      )}
      {explaining.data !== undefined && <Explanation explanation={explaining.data} />}
    </Paper>
  )
}

function Explanation({ explanation }: { readonly explanation: Schemas['RouteExplanation'] }) {
  const texts = useTexts(routingTexts)
  const { language } = useLanguage()
  const { goesAtOnce } = useTexts(waitingTexts)
  const { to, country, rules, route, groups, causes } = explanation
  const countryName = country === null ? null : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  const isRuled = rules.at(-1)?.unmet.length === 0
  return (
    <Stack gap="sm" mt="lg" role="status" data-testid="explanation">
      <Text>
        {countryName == null ? texts.inNoCountry({ to }) : texts.inCountry({ to, country: countryName })}{' '}
        <b>{texts.takes({ route })}</b>
      </Text>
      <Stack gap={4} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {rules.map((rule) => (
          <Rule key={rule.index} rule={rule} />
        ))}
      </Stack>
      {!isRuled && <Text size="sm">{rules.length === 0 ? texts.noRules : texts.noRuleFits}</Text>}
      <LinkGroups groups={groups} />
      {causes.length === 0 && <Text size="sm">{goesAtOnce}</Text>}
      <WaitingCauses causes={causes} />
    </Stack>
  )
}

function Rule({ rule }: { readonly rule: Schemas['ExplainedRule'] }) {
  const texts = useTexts(routingTexts)
  const { list } = useFormatters()
  const fits = rule.unmet.length === 0
  const Icon = fits ? IconCheck : IconX
  const label = rule.name ?? texts.rule({ position: String(rule.index + 1) })
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" c={fits ? undefined : 'dimmed'} fw={fits ? 600 : undefined}>
        {fits
          ? texts.fits({ rule: label })
          : texts.fitsNot({ rule: label, conditions: list(rule.unmet.map((each) => texts.conditions[each])) })}
      </Text>
    </Group>
  )
}
