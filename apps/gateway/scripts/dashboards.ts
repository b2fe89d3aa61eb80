/** A panel: what it shows, in which unit of Grafana, and the series by their legends. */
interface Panel {
  readonly title: string
  readonly unit: string
  readonly series: Readonly<Record<string, string>>
}

interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

interface Source {
  readonly uid: string
  readonly title: string
  readonly rows: readonly Row[]
}

const panel = (title: string, unit: string, series: Panel['series']): Panel => ({ title, unit, series })
const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[$__rate_interval]))`
const quantile = (share: number, metric: string, by = '') =>
  `histogram_quantile(${share}, sum by (le${by}) (rate(${metric}_bucket[$__rate_interval])))`

const MESSAGES: Source = {
  uid: 'heliograph-messages',
  title: 'Heliograph: messages',
  rows: [
    {
      title: 'Flow',
      panels: [
        panel('Accepted by interface', 'ops', {
          '{{interface}}': rate('heliograph_messages_accepted_total', 'interface'),
        }),
        panel('Submitted by link', 'ops', { '{{link}}': rate('heliograph_messages_submitted_total', 'link') }),
        panel('Final by state', 'ops', { '{{state}}': rate('heliograph_messages_final_total', 'state') }),
        panel('Delivered of all that end, by link', 'percentunit', {
          '{{link}}': `${rate('heliograph_messages_final_total{state="delivered"}', 'link')} / ${rate('heliograph_messages_final_total', 'link')}`,
        }),
        panel('Unknown outcomes and repetitions', 'ops', {
          'unknown {{link}}': rate('heliograph_messages_unknown_total', 'link'),
          'retried {{link}}': rate('heliograph_messages_retried_total', 'link'),
        }),
        panel('Commits of accepted messages', 's', {
          '50 %': quantile(0.5, 'heliograph_accept_commit_seconds'),
          '95 %': quantile(0.95, 'heliograph_accept_commit_seconds'),
        }),
      ],
    },
    {
      title: 'Queues',
      panels: [
        panel('Waiting by priority', 'short', {
          '{{priority}}': 'max by (priority) (heliograph_queue_waiting_messages)',
        }),
        panel('Age of the oldest by priority', 's', {
          '{{priority}}': 'max by (priority) (heliograph_queue_oldest_seconds)',
        }),
        panel('Waiting by route', 'short', {
          '{{route}}': 'max by (route) (sum by (instance, worker, route) (heliograph_route_waiting_messages))',
        }),
      ],
    },
    {
      title: 'Links',
      panels: [
        panel('Up', 'short', { '{{link}}': 'max by (link) (heliograph_link_up)' }),
        panel('Use of the window', 'percentunit', {
          '{{link}}':
            'sum by (link) (heliograph_link_outstanding_parts) / sum by (link) (heliograph_link_window_parts > 0)',
        }),
        panel('Receipts', 'ops', {
          'matched {{link}}': rate('heliograph_receipts_matched_total', 'link'),
          'kept {{link}}': rate('heliograph_receipts_kept_total', 'link'),
        }),
      ],
    },
    {
      title: 'Clients',
      panels: [
        panel('Requests by status', 'ops', { '{{status}}': rate('heliograph_http_request_seconds_count', 'status') }),
        panel('Time to answer, 95 %', 's', {
          '{{exported_instance}}': quantile(0.95, 'heliograph_http_request_seconds', ', exported_instance'),
        }),
        panel('Logins', 'ops', { '{{result}}': rate('heliograph_log_ins_total', 'result') }),
        panel('Webhooks by outcome', 'ops', { '{{outcome}}': rate('heliograph_webhook_attempts_total', 'outcome') }),
        panel('Age of webhooks', 's', {
          due: 'max(heliograph_webhooks_oldest_due_seconds)',
          'waiting, with failing endpoints': 'max(heliograph_webhooks_oldest_waiting_seconds)',
        }),
        panel('Open circuits and low credit', 'short', {
          'endpoints with probes only': 'max(heliograph_webhooks_paused_endpoints)',
          'clients with little credit': 'max(heliograph_clients_low_credit)',
        }),
      ],
    },
  ],
}

const NODES: Source = {
  uid: 'heliograph-nodes',
  title: 'Heliograph: nodes',
  rows: [
    {
      title: 'Nodes',
      panels: [
        panel('Living nodes', 'short', { nodes: 'max(heliograph_nodes)' }),
        panel('Releases', 'short', { '{{version}}': 'count by (version) (heliograph_info)' }),
        panel('Heartbeat age', 's', { '{{instance}} {{worker}}': 'heliograph_heartbeat_age_seconds' }),
        panel('Lease age', 's', { '{{instance}} {{worker}}': 'heliograph_lease_age_seconds' }),
        panel('Clock offset', 's', { '{{instance}} {{worker}}': 'heliograph_clock_offset_seconds' }),
        panel('Event loop lag, 99 %', 's', { '{{instance}} {{worker}}': 'nodejs_eventloop_lag_p99_seconds' }),
        panel('CPU', 'percentunit', { '{{instance}}': rate('process_cpu_seconds_total', 'instance') }),
        panel('Memory', 'bytes', { '{{instance}} {{worker}}': 'process_resident_memory_bytes' }),
        panel('Links without a node', 'short', { links: 'max(heliograph_links_unleased)' }),
      ],
    },
    {
      title: 'Database',
      panels: [
        panel('Heartbeats', 's', { '{{instance}} {{worker}}': 'heliograph_heartbeat_seconds' }),
        panel('Wait in the pools', 's', { '{{pool}}': 'max by (pool) (heliograph_database_answer_seconds)' }),
        panel('Answers', 'ops', { '{{pool}}': rate('heliograph_database_answers_total', 'pool') }),
        panel('Errors', 'ops', { '{{kind}}': rate('heliograph_database_errors_total', 'kind') }),
        panel('Size', 'bytes', { size: 'max(heliograph_database_size_bytes)' }),
        panel('Age of the oldest data', 's', { '{{data}}': 'max by (data) (heliograph_retention_oldest_seconds)' }),
      ],
    },
    {
      title: 'Chores',
      panels: [
        panel('Since the last run', 's', {
          '{{chore}}': 'time() - max by (chore) (heliograph_chore_ended_timestamp_seconds > 0)',
        }),
        panel('Failing', 'short', { '{{chore}}': 'max by (chore) (heliograph_chore_failed)' }),
        panel('Retention behind', 's', { '{{data}}': 'max by (data) (heliograph_retention_overdue_seconds)' }),
        panel('Removed by retention', 'ops', {
          'rows of {{data}}': rate('heliograph_retention_removed_rows_total', 'data'),
        }),
        panel('Age of these figures', 's', { figures: 'min(heliograph_figures_age_seconds)' }),
      ],
    },
  ],
}

const DATASOURCE = { type: 'prometheus', uid: `\${datasource}` }
const WIDTH = 8
const HEIGHT = 8
const LETTERS = 'ABCDEFGH'

/** The dashboards for Grafana, by the names of their files. */
export function dashboards(): Readonly<Record<string, object>> {
  return Object.fromEntries([MESSAGES, NODES].map((source) => [`${source.uid}.json`, dashboardOf(source)]))
}

function dashboardOf({ uid, title, rows }: Source): object {
  return {
    uid,
    title,
    tags: ['heliograph'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
    panels: panelsOf(rows),
  }
}

function panelsOf(rows: readonly Row[]): readonly object[] {
  const all: object[] = []
  let y = 0
  for (const { title, panels } of rows) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: 24, h: 1 },
    })
    y += 1
    for (const [index, each] of panels.entries()) {
      const gridPos = { x: (index % 3) * WIDTH, y: y + Math.floor(index / 3) * HEIGHT, w: WIDTH, h: HEIGHT }
      all.push({ id: all.length + 1, gridPos, ...timeSeries(each) })
    }
    y += Math.ceil(panels.length / 3) * HEIGHT
  }
  return all
}

function timeSeries({ title, unit, series }: Panel): object {
  return {
    type: 'timeseries',
    title,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, custom: { showPoints: 'never', spanNulls: false } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(series).map(([legendFormat, expr], index) => ({
      refId: LETTERS[index],
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  }
}
