import { SimpleGrid } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { STATE_GROUPS } from '../../components/state-groups.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { overviewTexts } from '../../texts/overview.ts'
import { StatCard } from './StatCard.tsx'

/** The figures of the period at a glance. */
export function OverviewStats({ overview }: { readonly overview: Schemas['Overview'] }) {
  const texts = useTexts(overviewTexts)
  const { number, percent, duration, money } = useFormatters()
  const { from: since, accepted, deliveryRate, deliveryTimes, waiting, webhooks, credit } = overview
  const failedStates = STATE_GROUPS.failed.states.join(',')
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: credit === null ? 5 : 6 }} spacing="md">
      <StatCard label={texts.accepted} value={number(accepted)} to="/messages" search={{ since }} />
      <StatCard
        label={texts.deliveryRate}
        value={deliveryRate === null ? '–' : percent(deliveryRate)}
        help={texts.deliveryRateHelp}
        to="/messages"
        search={{ since, state: deliveryRate === 1 ? 'delivered' : failedStates }}
      />
      <StatCard
        label={texts.toHandset}
        value={deliveryTimes === null ? '–' : duration(deliveryTimes.p50Ms)}
        help={deliveryTimes === null ? texts.noneDelivered : texts.p95({ time: duration(deliveryTimes.p95Ms) })}
        to="/messages"
        search={{ since, state: 'delivered' }}
      />
      <StatCard
        label={texts.waiting}
        value={number(waiting)}
        help={texts.waitingHelp}
        to="/messages"
        search={{ since, state: STATE_GROUPS.waiting.states.join(',') }}
      />
      <StatCard
        label={texts.webhooks}
        value={number(webhooks.failed)}
        help={texts.webhooksHelp({ waiting: number(webhooks.waiting + webhooks.retrying) })}
        to="/webhooks"
        search={{ state: 'failed' }}
        isAlarming={webhooks.failed > 0}
      />
      {credit !== null && (
        <StatCard
          label={texts.credit}
          value={money(credit.amount, credit.currency)}
          help={texts.creditHelp}
          isAlarming={Number(credit.amount) <= 0}
          to="/messages"
          search={{ since }}
        />
      )}
    </SimpleGrid>
  )
}
