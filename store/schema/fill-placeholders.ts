import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { insertExpressions } from '../../search/insert-expressions.ts'
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
  return insertExpressions(fillExpressions(sql, target.folder), name => values.get(name))
}

/** Fills only the placeholders that are the same in every database: expressions, and lists of columns. */
export function fillExpressions(sql: string, folder = import.meta.dirname): string {
  const expressions = expressionsByFolder.get(folder) ?? readExpressions(folder)
  expressionsByFolder.set(folder, expressions)
  return insertExpressions(sql, name => expressions.get(name) ?? `{{${name}}}`)
}

const expressionsByFolder = new Map<string, Map<string, string>>()

/** Placeholders from expressions.sql and columns.sql, by name, and the grouping rule. */
function readExpressions(folder: string): Map<string, string> {
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  return parseExpressions(`${textOf('expressions.sql')}\n${textOf('columns.sql')}`).set(
    'grouping',
    parseGroupingRule(textOf('grouping-rule.sql')),
  )
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
