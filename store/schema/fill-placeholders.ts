import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertExpressions } from '../../search/insert-expressions.ts'
import { type FurtherNames, writeConventions } from './conventions.ts'
import { parseExpressions, parseGroupingRule } from './parse-expressions.ts'

/** Retention in days, per signal. */
export interface RetentionDays {
  readonly traces: number
  readonly logs: number
  readonly metrics: number
  readonly exceptions: number
  readonly digests: number
}

export interface SchemaTarget {
  /** Letters, digits and `_`. */
  readonly database: string
  /** Name of a ClickHouse cluster in its configuration; '' for a single node. */
  readonly cluster: string
  readonly retentionDays: RetentionDays
  /** Names of attributes that an operator adds to those of conventions.ts. @default none */
  readonly furtherNames?: FurtherNames
  /** Folder of the schema files. @default this folder */
  readonly folder?: string
}

/**
 * Fills the placeholders of a schema file. The set is closed, and nothing else is ever inserted into SQL text.
 *
 * @throws {RangeError} If a name or a number of days is invalid.
 * @throws {TypeError} If the text has an unknown placeholder.
 */
export function fillPlaceholders(sql: string, target: SchemaTarget): string {
  const values = placeholders(target)
  const expressions = fillExpressions(sql, target.folder, target.furtherNames)
  return insertExpressions(expressions, name => values.get(name))
}

/** Fills only the placeholders that are the same in every database with these names: expressions, and lists of columns. */
export function fillExpressions(sql: string, folder = import.meta.dirname, further: FurtherNames = {}): string {
  const key = JSON.stringify([folder, further])
  const expressions = expressionsRead.get(key) ?? readExpressions(folder, further)
  expressionsRead.set(key, expressions)
  return insertExpressions(sql, name => expressions.get(name) ?? `{{${name}}}`)
}

const expressionsRead = new Map<string, Map<string, string>>()

/** Placeholders from conventions.ts, from expressions.sql and columns.sql, which may have those of the first, and the grouping rule. */
function readExpressions(folder: string, further: FurtherNames): Map<string, string> {
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  const all = new Map(writeConventions(further))
  for (const name of ['expressions.sql', 'columns.sql'])
    for (const [key, sql] of parseExpressions(textOf(name)))
      all.set(
        key,
        insertExpressions(sql, of => all.get(of) ?? `{{${of}}}`),
      )
  return all.set('grouping', parseGroupingRule(textOf('grouping-rule.sql')))
}

function placeholders({ database, cluster, retentionDays }: SchemaTarget): Map<string, string> {
  const onCluster = cluster !== ''
  const replicated = (engine: string, ...args: readonly string[]) => `Replicated${engine}(${args.join(', ')})`
  const path = (shard: string) => `'/clickhouse/tables/${shard}/{database}/{table}'`
  const engine = (name: string) => (onCluster ? replicated(name, path('{shard}'), `'{replica}'`) : name)
  // The same rows on every node, whatever its shard: all nodes share one path, since many clusters give the first replicas of all shards
  // the same name.
  const replacing = (...args: readonly string[]) =>
    onCluster
      ? replicated('ReplacingMergeTree', path('all'), `'{shard}-{replica}'`, ...args)
      : `ReplacingMergeTree(${args.join(', ')})`
  return new Map([
    ['database', identifier(database)],
    ['local', onCluster ? '_local' : ''],
    ['on_cluster', onCluster ? `ON CLUSTER ${identifier(cluster)}` : ''],
    ['cluster', onCluster ? `'${identifier(cluster)}'` : ''],
    ['replacing', engine('ReplacingMergeTree')],
    ['aggregating', engine('AggregatingMergeTree')],
    ['replacing_everywhere', replacing()],
    ['first_everywhere', replacing('Precedence')],
    // The tables of all nodes that an ON CLUSTER statement reaches.
    ['system_tables', onCluster ? `clusterAllReplicas('${identifier(cluster)}', system.tables)` : 'system.tables'],
    ['cluster_nodes', onCluster ? `clusterAllReplicas('${identifier(cluster)}', system.one)` : 'system.one'],
    ['traces_days', days(retentionDays.traces)],
    ['logs_days', days(retentionDays.logs)],
    ['trace_index_days', days(Math.max(retentionDays.traces, retentionDays.logs))],
    [
      'longest_days',
      days(Math.max(retentionDays.traces, retentionDays.logs, retentionDays.metrics, retentionDays.exceptions)),
    ],
    ['metrics_days', days(retentionDays.metrics)],
    ['exceptions_days', days(retentionDays.exceptions)],
    ['digests_days', days(retentionDays.digests)],
  ])
}

function identifier(name: string): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new RangeError(`${JSON.stringify(name)} may contain only letters, digits and _`)
  return name
}

function days(count: number): string {
  if (!Number.isInteger(count) || count < 1 || count > 3_650) {
    throw new RangeError(`${count} is not a number of days from 1 to 3650`)
  }
  return String(count)
}
