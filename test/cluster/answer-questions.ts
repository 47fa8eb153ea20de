import { byIssue } from '../../store/issues/ask-by-issue.ts'
import type { Store } from '../../store/store.ts'
import { subjects } from '../delivered-rows.ts'
import { paramsOf, questions, writtenIn } from '../every-question.ts'

/** Columns that tell when a row last came, how many rows were read, or any value of several. */
const OF_ROWS = ['newestStoredNs', 'nearEnds', 'lookedRows', 'anyType', 'anyMessage']
/** Answered with rows as they lie, of which what asks keeps each once. */
const RAW = ['traces/list-sorted-trace-ids.sql', 'traces/list-spans.sql', 'traces/list-trace-ids.sql']
/** The server's own errors. */
const OF_THE_SERVER = 'pipeline/find-refusal.sql'

export type Value = string | bigint | readonly (string | bigint)[]
export type Values = Readonly<Record<string, Value>>

/** What each question of store/ answers, by its file. */
export async function answerQuestions(store: Store, values: Values): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const file of questions.filter(file => file !== OF_THE_SERVER)) {
    const sql = byIssue(writtenIn(file), { from: ['merged'], parts: ['parted'] })
    const given = paramsOf(sql).map(({ name, type }) => [name, valueFor(file, name, type, values)])
    const rows = await store.ask({ name: file, sql, params: Object.fromEntries(given), decode: row => row })
    const shown = rows.map(row =>
      JSON.stringify(Object.entries(Object(row)).filter(([name]) => !OF_ROWS.includes(name))),
    )
    const unordered = /^-- One row [^\n]+, in no order/.test(sql)
    answers.set(file, RAW.includes(file) ? [...new Set(shown)].sort() : unordered ? shown.sort() : shown)
  }
  return answers
}

function valueFor(file: string, name: string, type: string, values: Values): Value {
  const value = values[`${file} ${name}`] ?? values[`${file.split('/')[0]} ${name}`] ?? values[name] ?? BY_TYPE[type]
  if (value === undefined) throw new Error(`No value for ${name} of ${file}`)
  if (type.startsWith('Array')) return typeof value === 'object' ? value : [value]
  return typeof value === 'object' ? (value[0] ?? '') : value
}

const BY_TYPE: Values = {
  String: '',
  Int64: subjects.fromNs,
  UInt64: 1_000_000n,
  UInt32: 1000n,
  UInt8: 60n,
  UInt16: 60n,
  'Array(String)': [],
  'Array(UInt64)': [],
  'Array(Int64)': [],
}
