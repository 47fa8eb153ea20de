import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { SAMPLE_EXCEPTIONS, SAMPLE_NOW_MS } from '../../routes/lab/parts/samples.ts'
import { ExceptionTable } from './exception-table.tsx'

const NS_PER_HOUR = 3_600_000_000_000n

function htmlOf(of: { readonly message?: string; readonly atNs?: bigint }) {
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

test('on a narrow screen a time has a date unless it is of today', () => {
  const dateOf = (atNs: bigint) => htmlOf({ atNs }).match(/<time [^>]*>(.*?)<\/time>/)?.[1]
  const nowNs = BigInt(SAMPLE_NOW_MS) * 1_000_000n
  expect(dateOf(nowNs)).toContain('<span class="wide-only">')
  expect(dateOf(nowNs - 24n * NS_PER_HOUR)).not.toContain('wide-only')
})
