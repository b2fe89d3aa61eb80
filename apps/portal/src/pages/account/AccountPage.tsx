import { Soon } from '../../components/Soon.tsx'

export function AccountPage() {
  return <Soon page="account" />
}
