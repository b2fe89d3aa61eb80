import { Soon } from '../../components/Soon.tsx'

export function OverviewPage() {
  return <Soon page="overview" />
}
