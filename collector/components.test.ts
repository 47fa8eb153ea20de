import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { neededComponents } from './check-binary.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): Record<string, Record<string, unknown>> => parse(readFileSync(join(root, file), 'utf8'))
const configs = [read('collector-config.yaml'), read('collector-also-otlp.yaml')]

test.each(Object.entries(neededComponents))(
  'the %s asked of a binary are those that the configuration names',
  (kind, names) => {
    // `filter/health-check` is a filter.
    const named = configs.flatMap(config => Object.keys(config[kind] ?? {}).map(id => id.split('/')[0]))
    expect([...names].toSorted()).toEqual([...new Set(named)].toSorted())
  },
)

test('the builder puts in as many components of each kind as are asked for', () => {
  const manifest = read('collector/builder-config.yaml')
  for (const [kind, names] of Object.entries(neededComponents)) {
    expect(manifest[kind], kind).toHaveLength(names.length)
  }
})

test('every drop rule stands in both pipelines of spans, after the bounds', () => {
  const pipelines = Object.entries(configs[0]?.['service']?.['pipelines'] ?? {})
  const traces = pipelines.filter(([name]) => /^traces(?!.*noise)/.test(name)).map(([, { processors }]) => processors)
  expect(traces).toHaveLength(2)
  for (const processors of traces) {
    expect(processors.slice(-5)).toEqual([
      'transform/bounds',
      'filter/cross-origin-script-error',
      'filter/resize-observer-loop',
      'filter/health-check',
      'filter/not-found',
    ])
  }
})
