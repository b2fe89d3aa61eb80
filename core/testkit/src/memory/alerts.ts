import { requireAdminRole, requireOperator } from '@heliograph/access'
import type {
  Alert,
  AlertEvent,
  AlertNotice,
  AlertNotices,
  AlertSettings,
  Alerts,
  Clock,
  Principal,
} from '@heliograph/contracts'
import { alertNotFound, MAX_ALERTS, readAlert, tooManyAlerts } from '@heliograph/messaging'

/** Ids start here, as they do in the database. */
const FIRST_ID = 1001

/** Begins and ends alerts of the double, which watch nothing themselves. */
export interface MemoryAlerts {
  begin(alertId: number, value: number, subject?: string): void
  end(alertId: number): void
}

type StoredAlert = Alert & { readonly clientId: number; readonly currency: string }
type StoredEvent = AlertEvent & { readonly clientId: number }

/** The contracts of `Alerts` and `AlertNotices` in memory. */
export function createAlerts(clock: Clock) {
  const alerts = new Map<number, StoredAlert>()
  const events = new Map<number, StoredEvent>()
  const notices = new Map<number, AlertNotice>()
  let lastId = FIRST_ID - 1
  const nextId = () => ++lastId
  const own = ({ clientId }: Principal, alertId: number) => {
    const alert = alerts.get(alertId)
    if (alert?.clientId !== clientId) throw alertNotFound()
    return alert
  }

  function tell(alert: StoredAlert, { clientId, ...event }: StoredEvent, phase: AlertNotice['phase']): void {
    const { currency, email, language, url } = alert
    for (const [way, target] of [['mail', email] as const, ['webhook', url] as const]) {
      if (target === null) continue
      const noticeId = nextId()
      notices.set(noticeId, { noticeId, clientId, event, phase, way, target, language, currency })
    }
  }

  const service: Alerts = {
    async list(principal) {
      requireAdminRole(principal)
      return [...alerts.values()].filter(({ clientId }) => clientId === principal.clientId).map(shown)
    },
    async add(principal, given) {
      const settings = allowed(principal, readAlert(given))
      if ((await service.list(principal)).length >= MAX_ALERTS) throw tooManyAlerts()
      const { clientId, currency } = principal
      const alert = { alertId: nextId(), clientId, currency, ...settings, raisedAt: null, value: null }
      alerts.set(alert.alertId, alert)
      return shown(alert)
    },
    async change(principal, alertId, given) {
      requireAdminRole(principal)
      const known = own(principal, alertId)
      const settings = allowed(principal, readAlert({ ...given, kind: known.kind }))
      const changed = { ...known, ...settings, raisedAt: settings.isOn ? known.raisedAt : null }
      alerts.set(alertId, changed)
      return shown(changed)
    },
    async remove(principal, alertId) {
      requireAdminRole(principal)
      alerts.delete(own(principal, alertId).alertId)
    },
    async events(principal, { before = Number.MAX_SAFE_INTEGER, limit }) {
      requireAdminRole(principal)
      return [...events.values()]
        .filter(({ clientId, eventId }) => clientId === principal.clientId && eventId < before)
        .sort((a, b) => b.eventId - a.eventId)
        .slice(0, limit)
        .map(({ clientId, ...event }) => event)
    },
  }

  const noticeService: AlertNotices = {
    take: async (limit) => [...notices.values()].slice(0, limit),
    async settle(noticeId, outcome) {
      const notice = notices.get(noticeId)
      if (notice === undefined || (outcome !== 'sent' && !outcome.isFinal)) return
      notices.delete(noticeId)
      const event = events.get(notice.event.eventId)
      if (outcome === 'sent' || event === undefined) return
      const problem = [event.problem, `${notice.way} ${notice.target}: ${outcome.problem}`].filter(Boolean).join('\n')
      events.set(event.eventId, { ...event, problem })
    },
  }

  const memory: MemoryAlerts = {
    begin(alertId, value, subject) {
      const alert = alerts.get(alertId) as StoredAlert
      const { clientId, kind, limit } = alert
      const at = new Date(clock.now())
      const event: StoredEvent = {
        eventId: nextId(),
        alertId,
        clientId,
        kind,
        limit,
        value,
        subject: subject ?? null,
        beganAt: at,
        endedAt: null,
        problem: null,
      }
      events.set(event.eventId, event)
      alerts.set(alertId, { ...alert, raisedAt: at, value })
      tell(alert, event, 'begin')
    },
    end(alertId) {
      const alert = alerts.get(alertId) as StoredAlert
      alerts.set(alertId, { ...alert, raisedAt: null })
      for (const event of events.values()) {
        if (event.alertId !== alertId || event.endedAt !== null) continue
        const ended = { ...event, endedAt: new Date(clock.now()) }
        events.set(ended.eventId, ended)
        tell(alert, ended, 'end')
      }
    },
  }
  return { service, noticeService, memory }
}

/** Links are for operators. */
function allowed(principal: Principal, settings: AlertSettings): AlertSettings {
  requireAdminRole(principal)
  if (settings.kind === 'link-down') requireOperator(principal)
  return settings
}

function shown({ clientId, currency, ...alert }: StoredAlert): Alert {
  return alert
}
