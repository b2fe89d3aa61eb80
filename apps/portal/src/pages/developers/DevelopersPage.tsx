import { Soon } from '../../components/Soon.tsx'

export function DevelopersPage() {
  return <Soon page="developers" />
}
