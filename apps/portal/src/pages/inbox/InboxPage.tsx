import { Soon } from '../../components/Soon.tsx'

export function InboxPage() {
  return <Soon page="inbox" />
}
