import { Soon } from '../../components/Soon.tsx'

export function OperatorPage() {
  return <Soon page="operator" />
}
