import type { RecordBounds } from './bound-records.ts'

type Fields = Record<string, unknown>

/**
 * Bounds the records of a request in OTLP/JSON. Receivers take names of fields in camel case and with underscores, so both are walked.
 *
 * @param request Parsed; it is written to.
 */
export function boundJson(request: object, bounds: RecordBounds): void {
  for (const of of listsIn(request, 'resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs')) {
    if (isObject(of['resource'])) boundAttributes(of['resource'], bounds)
    for (const scope of listsIn(of, 'scopeSpans', 'scope_spans', 'scopeLogs', 'scope_logs')) {
      for (const records of ['spans', 'logRecords', 'log_records']) keepTaken(scope, records, bounds)
    }
  }
}

function keepTaken(bearer: Fields, name: string, bounds: RecordBounds): void {
  const list = bearer[name]
  if (!Array.isArray(list)) return
  bearer[name] = list.filter(record => {
    if (!bounds.takesRecord() || !isObject(record)) return false
    for (const field of ['name', 'eventName', 'event_name']) {
      const text = record[field]
      if (typeof text === 'string') record[field] = bounds.nameOf(text)
    }
    boundAttributes(record, bounds)
    keepTaken(record, 'events', bounds)
    return true
  })
}

function boundAttributes(bearer: Fields, bounds: RecordBounds): void {
  const list = bearer['attributes']
  if (!Array.isArray(list)) return
  const pairs = list.filter(isObject)
  const known = pairs.map(({ key, value }) => ({ key: String(key), text: textOf(value) }))
  const texts = bounds.textsOf(known)
  bearer['attributes'] = pairs.flatMap((pair, i) => {
    const text = texts[i]
    if (text === undefined) return []
    return text === known[i]?.text ? [pair] : [{ key: pair['key'], value: { stringValue: text } }]
  })
}

function textOf(value: unknown): string {
  if (!isObject(value)) return ''
  const [[name, text] = [], ...others] = Object.entries(value)
  const isText = others.length === 0 && (name === 'stringValue' || name === 'string_value') && typeof text === 'string'
  return isText ? text : JSON.stringify(value)
}

function listsIn(value: object, ...names: readonly string[]): Fields[] {
  return Object.entries(value).flatMap(([name, list]) =>
    names.includes(name) && Array.isArray(list) ? list.filter(isObject) : [],
  )
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
