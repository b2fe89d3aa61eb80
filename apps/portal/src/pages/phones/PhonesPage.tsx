import { Button, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconDeviceMobileMessage } from '@tabler/icons-react'
import { toProblem } from '../../api/problem.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { phonesTexts } from '../../texts/phones.ts'
import { Handset } from './Handset.tsx'
import classes from './phones.module.css'
import { usePhones } from './queries.ts'
import { Tour } from './Tour.tsx'

/** The handsets of the simulated network with their messages, side by side, and the first steps. */
export function PhonesPage() {
  const texts = useTexts(phonesTexts)
  const phones = usePhones()
  const [hasSkipped, skip] = useLocalStorage({ key: 'heliograph.tour-skipped', defaultValue: false })
  const isOff = phones.isError && toProblem(phones.error).code === 'no-virtual-phones'
  if (isOff) {
    return (
      <>
        <PageHeader title={texts.title} />
        <EmptyState title={texts.offTitle} text={texts.off} Icon={IconDeviceMobileMessage} />
      </>
    )
  }
  const again = (
    <Button variant="default" onClick={() => skip(false)}>
      {texts.tour.again}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={hasSkipped ? again : undefined} />
      <Stack gap="xl">
        {!hasSkipped && <Tour phones={phones.data ?? []} onSkip={() => skip(true)} />}
        <Loaded query={phones} laterProblem="above" />
        {phones.data?.length === 0 && (
          <EmptyState title={texts.emptyTitle} text={texts.empty} Icon={IconDeviceMobileMessage} />
        )}
        <div className={classes.phones}>
          {phones.data?.map((phone) => (
            <Handset key={phone.number} phone={phone} />
          ))}
        </div>
      </Stack>
    </>
  )
}
