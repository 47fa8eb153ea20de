import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { REQUIRED_COLLECTOR_COMPONENTS } from './check-binary.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): Record<string, Record<string, unknown>> => parse(readFileSync(join(root, file), 'utf8'))
const configs = ['config', 'limits', 'masking', 'json-logs', 'also-otlp', 'otlp-tokens', 'otlp-tls'].map(name =>
  read(`collector-${name}.yaml`),
)

test.each(Object.entries(REQUIRED_COLLECTOR_COMPONENTS))(
  'a binary must have every %s of the configuration',
  (kind, names) => {
    // `filter/health-check` is a filter.
    const named = configs.flatMap(config => Object.keys(config[kind] ?? {}).map(id => id.split('/')[0]))
    expect([...names].toSorted()).toEqual([...new Set(named)].toSorted())
  },
)

test('the builder manifest has the required components of each kind, batches and OTLP over gRPC, and no others', () => {
  const manifest = read('collector/builder-config.yaml')
  const more: Record<string, number> = { processors: 1, exporters: 1 }
  for (const [kind, names] of Object.entries(REQUIRED_COLLECTOR_COMPONENTS)) {
    expect(manifest[kind], kind).toHaveLength(names.length + (more[kind] ?? 0))
  }
})

test('the pipeline of spans has every drop rule, after the limits, and masks what is left', () => {
  const pipelines = new Map(Object.entries(configs[0]?.['service']?.['pipelines'] ?? {}))
  expect(pipelines.get('traces').processors.slice(-6)).toEqual([
    'transform/limits',
    'filter/cross-origin-script-error',
    'filter/resize-observer-loop',
    'filter/health-check',
    'filter/not-found',
    'transform/masking',
  ])
})

test('no list in the limits file replaces one in the main file', () => {
  const [main, limits] = configs
  expect(listsOf(limits).filter(path => listsOf(main).includes(path))).toEqual([])
})

/** Paths of the lists in a configuration: the Collector merges maps and replaces lists. */
function listsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listsOf(inner, `${path}/${key}`))
}
