import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SAMPLE_EXCEPTIONS, SAMPLE_NOW_MS } from '../../pages/lab/parts/samples.ts'
import { ExceptionTable } from './exception-table.tsx'

const NS_PER_HOUR = 3_600_000_000_000n

function htmlOf(of: { message?: string; atNs?: bigint; timesNs?: readonly bigint[]; function?: string }) {
  const exceptions = SAMPLE_EXCEPTIONS.slice(0, 1).map(exception => ({ ...exception, ...of }))
  return renderToStaticMarkup(
    <MemoryRouter>
      <ExceptionTable
        exceptions={exceptions}
        nowMs={SAMPLE_NOW_MS}
        caption="Exceptions"
        sorting={{ sort: '-when', none: '-when' }}
      />
    </MemoryRouter>,
  )
}

test.each([
  ['Failed to import https://shop.example/assets/checkout-Cq3vT0xy.js', 'Failed to import …/checkout-Cq3vT0xy.js'],
  ['GET https://shop.example/cart failed', 'GET https://shop.example/cart failed'],
  ['GET https://shop.example failed', 'GET https://shop.example failed'],
])('a row of "%s" says "%s"; its title is whole', (message, text) => {
  const html = htmlOf({ message })
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(text)
  expect(html).toContain(`${message}"`)
})

test('rows of another day than today have the head of theirs, and the time alone', () => {
  const nowNs = BigInt(SAMPLE_NOW_MS) * 1_000_000n
  expect(htmlOf({ atNs: nowNs })).not.toContain('class="day"')
  const html = htmlOf({ atNs: nowNs - 24n * NS_PER_HOUR })
  expect(html).toContain('class="day"')
  expect(html.match(/<time [^>]*>(.*?)<\/time>/)?.[1]).toMatch(/^\d\d:\d\d:\d\d$/)
})

test('a row of several has the times of the first and the last, in order, and each row the function that threw', () => {
  const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const atNs = BigInt(Date.UTC(2026, 0, 2, 12, 0, 1)) * 1_000_000n
  const run = textOf(htmlOf({ atNs, timesNs: [atNs - NS_PER_HOUR, atNs], function: 'Pay.charge Pay.java' }))
  expect(run).toContain('11:00 to 12:00 ')
  expect(run).toContain('Pay.charge Pay.java')
  expect(textOf(htmlOf({ atNs }))).not.toContain(' to ')
})
