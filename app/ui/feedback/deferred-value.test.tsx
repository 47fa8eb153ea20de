import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DeferredValue } from './deferred-value.tsx'

test('a value that is on its way has room, and no text', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <DeferredValue result={new Promise(() => undefined)}>{() => 'about 12 traces'}</DeferredValue>
    </MemoryRouter>,
  )
  expect(html).toContain('reserved')
  expect(html.replaceAll(/<.*?>/g, '')).toBe('')
})
