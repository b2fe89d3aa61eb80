import { Soon } from '../../components/Soon.tsx'

export function PhonesPage() {
  return <Soon page="phones" />
}
