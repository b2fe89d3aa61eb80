import { join } from 'node:path'
import { KANNEL_PASSWORD, KANNEL_USER } from './sendsms-request.ts'

/** Where Kannel keeps its data about a message until the receipt arrives; `none`: no receipts are requested. */
export type KannelReceipts = 'none' | 'memory' | 'postgres'

export interface KannelSettings {
  /** Folder for logs. */
  readonly folder: string
  readonly spool: string
  readonly ports: { readonly admin: number; readonly box: number; readonly http: number; readonly smsc: number }
  /** Unanswered submits allowed on its one bind. */
  readonly window: number
  readonly receipts: KannelReceipts
  /** Only with receipts in Postgres. */
  readonly databaseUrl: string | undefined
}

export const ADMIN_PASSWORD = 'bench'

/** Simultaneous callbacks of smsbox for receipts; with the default it falls behind. */
const CALLBACKS_AT_ONCE = 100
const DATABASE_CONNECTIONS = 4

/**
 * The table for Kannel's receipts. Kannel deletes and updates by `oid`, a column that every table had by default up to
 * Postgres 11.
 */
export const RECEIPT_TABLE = `
  create table dlr (
    smsc varchar(40), ts varchar(40), destination varchar(40), source varchar(40), service varchar(40), url varchar(255),
    mask int, status int, boxc varchar(40), oid bigserial
  );
  create index dlr_key on dlr (smsc, ts);
  create unique index dlr_oid on dlr (oid)`

/**
 * One file for both of Kannel's servers: messages in the spool store, which survives the death of the process, only
 * warnings in the log, no access log, one transceiver. A group ends at the first empty line.
 */
export function formatConfiguration({ folder, spool, ports, window, receipts, databaseUrl }: KannelSettings): string {
  const groups = [
    group('core', {
      'admin-port': ports.admin,
      'admin-interface': '127.0.0.1',
      'admin-password': ADMIN_PASSWORD,
      'smsbox-port': ports.box,
      'smsbox-interface': '127.0.0.1',
      'box-allow-ip': '127.0.0.1',
      'log-file': join(folder, 'bearerbox.log'),
      'log-level': 2,
      'store-type': 'spool',
      'store-location': spool,
      'dlr-storage': receipts === 'postgres' ? 'pgsql' : 'internal',
    }),
    group('smsc', {
      smsc: 'smpp',
      'smsc-id': 'network',
      host: '127.0.0.1',
      port: ports.smsc,
      'smsc-username': 'bench',
      'smsc-password': 'secret',
      'system-type': 'bench',
      'transceiver-mode': true,
      'interface-version': 34,
      'max-pending-submits': window,
      'enquire-link-interval': 30,
      'reconnect-delay': 1,
    }),
    group('smsbox', {
      'smsbox-id': 'box',
      'bearerbox-host': '127.0.0.1',
      'sendsms-port': ports.http,
      'sendsms-interface': '127.0.0.1',
      'log-file': join(folder, 'smsbox.log'),
      'log-level': 2,
      'max-pending-requests': CALLBACKS_AT_ONCE,
    }),
    group('sendsms-user', { username: KANNEL_USER, password: KANNEL_PASSWORD, 'max-messages': 10 }),
    // smsbox does not start without a service.
    group('sms-service', { keyword: 'default', 'max-messages': 0, 'catch-all': true, text: 'unused' }),
    ...(databaseUrl === undefined ? [] : databaseGroups(new URL(databaseUrl))),
  ]
  return groups.join('\n')
}

function databaseGroups({ hostname, port, username, password, pathname }: URL): readonly string[] {
  return [
    group('pgsql-connection', {
      id: 'receipts',
      host: hostname,
      port,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
      'max-connections': DATABASE_CONNECTIONS,
    }),
    group('dlr-db', {
      id: 'receipts',
      table: 'dlr',
      'field-smsc': 'smsc',
      'field-timestamp': 'ts',
      'field-destination': 'destination',
      'field-source': 'source',
      'field-service': 'service',
      'field-url': 'url',
      'field-mask': 'mask',
      'field-status': 'status',
      'field-boxc-id': 'boxc',
    }),
  ]
}

function group(name: string, values: Readonly<Record<string, string | number | boolean>>): string {
  const lines = Object.entries(values).map(
    ([key, value]) => `${key} = ${typeof value === 'string' ? `"${value}"` : value}`,
  )
  return `group = ${name}\n${lines.join('\n')}\n`
}
