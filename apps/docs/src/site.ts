import type { MadePage } from './made-pages.ts'

/** A page of the site: where it is, what it is called, and the file of the repository that it is made from. */
export interface SitePage {
  /** Below `/docs/`, without a suffix. */
  readonly path: string
  readonly title: string
  /** By its path in the repository: Markdown, or YAML that is shown as it is. */
  readonly source?: string
  /** Instead of a source: made from code. */
  readonly made?: MadePage
}

/** A group of pages in the bar at the side. */
export interface SiteSection {
  readonly title: string
  readonly pages: readonly SitePage[]
}

const page = (path: string, title: string, source: string): SitePage => ({ path, title, source })
const made = (path: string, title: string, name: MadePage): SitePage => ({ path, title, made: name })

/** All pages in their order. The texts are the pages of the packages; this list gives them titles and places. */
export const SITE: readonly SiteSection[] = [
  {
    title: 'Start',
    pages: [
      page('index', 'Start', 'README.md'),
      page('start/install', 'Install for real', 'apps/gateway/INSTALL.md'),
      page('start/portal', 'The portal', 'apps/portal/README.md'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      page('concepts/parts', 'The parts and how they fit', 'apps/docs/concepts/parts.md'),
      page('concepts/message', 'The life of a message', 'apps/docs/concepts/message.md'),
      page('concepts/routes', 'Priorities, routes and links', 'apps/docs/concepts/routes.md'),
      page('concepts/receipts', 'Receipts and notifications', 'apps/docs/concepts/receipts.md'),
      page('concepts/accounts', 'Clients, users and channels', 'apps/docs/concepts/accounts.md'),
      page('concepts/opt-out', 'Opting out and in', 'apps/docs/concepts/opt-out.md'),
      page('concepts/nodes', 'Nodes and takeover', 'apps/docs/concepts/nodes.md'),
    ],
  },
  {
    title: 'Guides for operators',
    pages: [
      page('operators/sizing', 'Sizing', 'apps/gateway/SIZING.md'),
      page('operators/high-availability', 'High availability', 'apps/gateway/HIGH-AVAILABILITY.md'),
      page('operators/cells', 'Cells', 'core/engine/CELLS.md'),
      page('operators/upgrade', 'A new release', 'apps/gateway/UPGRADE.md'),
      page('operators/backup', 'Backup and restore', 'apps/gateway/BACKUP.md'),
      page('operators/archive', 'The archive', 'apps/gateway/ARCHIVE.md'),
      page('operators/observability', 'Dashboards and alerts', 'apps/gateway/observability/README.md'),
      page('operators/runbook', 'Runbook of the alerts', 'apps/gateway/observability/RUNBOOK.md'),
      page('operators/threats', 'Threat model', 'apps/gateway/THREATS.md'),
      page('operators/carrier-smpp', 'Links to networks by SMPP', 'plugins/carrier-smpp/README.md'),
      page('operators/carrier-simulator', 'The simulated network', 'plugins/carrier-simulator/README.md'),
      page('operators/mail-forward', 'Incoming SMS as mail', 'plugins/mail-forward/README.md'),
      page('operators/opentelemetry', 'Traces', 'plugins/opentelemetry/README.md'),
      page('operators/engine', 'Inside the engine', 'core/engine/README.md'),
      page('operators/bench', 'Load, faults and attacks', 'apps/bench/README.md'),
      page('operators/docs-web', 'The documentation in a gateway', 'adapters/docs-web/README.md'),
      page('operators/portal-web', 'Pages of the portal', 'adapters/portal-web/README.md'),
    ],
  },
  {
    title: 'Guides for integrators',
    pages: [
      page('integrators/v2', 'JSON, version 2', 'adapters/v2/README.md'),
      page('integrators/smpp', 'SMPP', 'adapters/smpp/README.md'),
      page('integrators/email', 'E-mail', 'adapters/email/README.md'),
      page('integrators/webhooks', 'Webhooks', 'apps/gateway/WEBHOOKS.md'),
      page('integrators/subscription-web', 'Opt-out and opt-in links', 'adapters/subscription-web/README.md'),
      page('integrators/basic', 'Basic HTTP', 'adapters/basic/README.md'),
      page('integrators/accounting', 'Accounting add-ons', 'adapters/accounting/README.md'),
      page('integrators/desktop', 'Desktop accounting', 'adapters/desktop/README.md'),
      page('integrators/legacy', 'Legacy batch', 'adapters/legacy/README.md'),
      page('integrators/soap', 'SOAP 1.1', 'adapters/soap/README.md'),
      page('integrators/queue-platform', 'Queue platform', 'adapters/queue-platform/README.md'),
      page('integrators/erp-a', 'ERP connector A', 'adapters/erp-a/README.md'),
      page('integrators/erp-b', 'ERP connector B', 'adapters/erp-b/README.md'),
      page('integrators/portal-api', 'The portal’s API', 'adapters/portal-api/README.md'),
    ],
  },
  {
    title: 'Moving here',
    pages: [
      page('moving/infobip', 'From Infobip', 'adapters/infobip/README.md'),
      page('moving/twilio', 'From Twilio', 'adapters/twilio/README.md'),
      page('moving/jasmin', 'From Jasmin', 'adapters/jasmin/README.md'),
      page('moving/kannel', 'From Kannel', 'adapters/kannel-sendsms/README.md'),
    ],
  },
  {
    title: 'Guides for authors',
    pages: [
      page('authors/adapter', 'An adapter in an afternoon', 'apps/create-heliograph-adapter/README.md'),
      page('authors/contracts', 'The contracts', 'core/contracts/README.md'),
      page('authors/testkit', 'The testkit', 'core/testkit/README.md'),
      page('authors/wire', 'What interfaces share', 'core/wire/README.md'),
      page('authors/messaging', 'Texts and numbers', 'core/messaging/README.md'),
      page('authors/smpp', 'PDUs and sessions', 'core/smpp/README.md'),
      page('authors/http', 'HTTP in and out', 'core/http/README.md'),
      page('authors/config', 'Reading configuration', 'core/config/README.md'),
      page('authors/access', 'Access', 'core/access/README.md'),
      page('authors/postgres', 'The embedded Postgres', 'core/postgres/README.md'),
      page('authors/postgres-driver', 'The database driver', 'core/postgres-driver/README.md'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/commands', 'Commands', 'apps/gateway/README.md'),
      page('reference/configuration', 'Configuration', 'core/runtime/README.md'),
      page('reference/production', 'Every key with its default', 'configs/gateway/production.yaml'),
      page('reference/cluster', 'A file for several nodes', 'configs/gateway/cluster.yaml'),
      page('reference/demo', 'The file of the demo', 'configs/gateway/demo.yaml'),
      made('reference/openapi-v2', 'OpenAPI: version 2', 'openapi-v2'),
      made('reference/openapi-portal', 'OpenAPI: the portal', 'openapi-portal'),
      made('reference/errors', 'Error codes', 'errors'),
      page('reference/contracts', 'Contracts', 'core/contracts/docs/reference.md'),
      page('reference/testkit', 'Testkit', 'core/testkit/docs/reference.md'),
    ],
  },
  {
    title: 'The project',
    pages: [
      page('project/contributing', 'Contributing', '.github/CONTRIBUTING.md'),
      page('project/security', 'Security', '.github/SECURITY.md'),
      page('project/decisions-engine', 'Decisions: the engine', 'core/engine/DECISIONS.md'),
      page('project/decisions-contracts', 'Decisions: the contracts', 'core/contracts/DECISIONS.md'),
      page('project/docs', 'This site', 'apps/docs/README.md'),
      page('project/dependencies', 'Dependencies', 'configs/dependencies/README.md'),
    ],
  },
]

/** All pages, without their sections. */
export const PAGES: readonly SitePage[] = SITE.flatMap(({ pages }) => pages)
