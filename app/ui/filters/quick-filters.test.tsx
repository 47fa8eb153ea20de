import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { severityFilters } from '../../pages/logs/severity-filters.server.ts'
import { QuickFilters } from './quick-filters.tsx'

/** The text of the links above a list that has these events and severities. */
function textOf(search: string, event: Record<string, number>, severity: Record<string, number>) {
  const valuesOf = (counts: Record<string, number>) =>
    Object.entries(counts).map(([value, count]) => ({ value, count }))
  const total = Object.values(severity).reduce((sum, count) => sum + count, 0)
  const of = { answer: { total, values: { event: valuesOf(event), severity: valuesOf(severity) } } }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QuickFilters
        label="Severity"
        filters={severityFilters({ search, vitals: true }, new URLSearchParams({ q: search, vitals: '1' }))}
        result={of}
      />
    </MemoryRouter>,
  )
  return [...html.matchAll(/<a .*?<\/a>/g)].map(([link]) => link.replaceAll(/<.*?>/g, '').trim())
}

test('a link is left out whose list would be that of the next or the current one', () => {
  expect(textOf('', { 'browser.web_vital': 1601, '': 68 }, { info: 1601, error: 66, fatal: 2 })).toEqual([
    'All',
    '≥ error 68',
  ])
  expect(textOf('', { '': 10 }, { info: 7, warn: 2, error: 1 })).toEqual(['All', '≥ warn 3', '≥ error 1'])
})

test('the current one stays, whatever it has found', () => {
  expect(textOf('severity:>=warn', { '': 1 }, { error: 1 })).toEqual(['All', '≥ warn 1', '≥ error 1'])
})

test('before a list is counted, the links have no numbers and no room for them', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QuickFilters
        label="Severity"
        filters={severityFilters({ search: '', vitals: false }, new URLSearchParams())}
        result={undefined}
      />
    </MemoryRouter>,
  )
  expect(html).not.toContain('reserved')
})

test('while they are counted, the links have room for numbers, and none', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QuickFilters
        label="Severity"
        filters={severityFilters({ search: '', vitals: false }, new URLSearchParams())}
        result={new Promise(() => undefined)}
      />
    </MemoryRouter>,
  )
  expect(html).toContain('reserved')
  expect(html.replaceAll(/<.*?>/g, '')).not.toMatch(/\d/)
})
