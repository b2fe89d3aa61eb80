import { Soon } from '../../components/Soon.tsx'

export function ScheduledPage() {
  return <Soon page="scheduled" />
}
