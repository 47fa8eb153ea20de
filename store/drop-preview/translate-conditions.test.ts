import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { createParameterBinder } from '../../search/bind.ts'
import { CORPUS_CONDITIONS, CORPUS_RECORDS, type CorpusRecord } from '../../test/collector/condition-corpus.ts'
import { type InsertedRow, logRow, openTestStore, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { type DropConditionContext, parseCondition } from './parse-condition.ts'
import { translateConditions } from './translate-conditions.ts'

const config = readFileSync(join(import.meta.dirname, '../../collector-config.yaml'), 'utf8')

/** Resolves an anchor of the Collector's configuration. */
function textOf(text: string): string {
  if (!text.startsWith('*')) return text
  const found = new RegExp(`&${text.slice(1)} ('.*')$`, 'm').exec(config)?.[1] ?? ''
  return z.string().parse(parseDocument(found).toJS()).replaceAll('$$', '$')
}

function rowOf({
  name,
  shape,
  called = 'corpus',
  kind = 'Internal',
  attributes: own,
  resource = {},
}: CorpusRecord): InsertedRow {
  const attributes = Object.fromEntries(
    Object.entries({ ...own, record: name }).map(([key, value]) => [key, `${value}`]),
  )
  if (shape === 'log') return logRow({ attributes, resource })
  if (shape === 'span') return spanRow({ name: called, kind, attributes, resource })
  return spanRow({ attributes: { holds: 'events' }, resource, events: [{ name: called, attributes }] })
}

const PLACES: Readonly<
  Record<DropConditionContext, { columns: Parameters<typeof translateConditions>[1]; from: string }>
> = {
  log: {
    columns: { item: 'LogAttributes', resource: 'ResourceAttributes', name: "''", kind: "''" },
    from: 'otel_logs',
  },
  span: {
    columns: { item: 'SpanAttributes', resource: 'ResourceAttributes', name: 'SpanName', kind: 'SpanKind' },
    from: "(SELECT * FROM otel_traces WHERE SpanAttributes['holds'] = '')",
  },
  spanevent: {
    columns: { item: 'said', resource: 'ResourceAttributes', name: 'called', kind: "''" },
    from: 'otel_traces ARRAY JOIN `Events.Name` AS called, `Events.Attributes` AS said',
  },
}

async function taken(store: TestStore, text: string): Promise<string[]> {
  const parsed = parseCondition(textOf(text))
  if ('fault' in parsed) throw new Error(`${text}: ${parsed.fault}`)
  const { columns, from } = PLACES[parsed.context ?? 'log']
  const { bind, params } = createParameterBinder()
  const conditions = translateConditions([parsed.condition], columns, bind)
  const decode = (row: unknown) => z.object({ record: z.string() }).parse(row).record
  return store.query({
    name: 'corpus',
    sql: `SELECT ${columns.item}['record'] AS record FROM ${from} WHERE ${conditions}`,
    params,
    decode,
  })
}

test('each condition of the corpus matches the same records as in the Collector', async () => {
  await using store = await openTestStore(CORPUS_RECORDS.map(rowOf))
  for (const { text, takes } of CORPUS_CONDITIONS) {
    expect([text, (await taken(store, text)).toSorted()]).toEqual([text, [...takes].toSorted()])
  }
})
