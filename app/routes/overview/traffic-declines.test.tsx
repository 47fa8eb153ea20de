import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readScope } from '../../url/scope.ts'
import { TrafficDeclines } from './traffic-declines.tsx'

const textOf = (drops: Parameters<typeof TrafficDeclines>[0]['drops']) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <TrafficDeclines drops={drops} scope={readScope(new URLSearchParams(), Date.now()).filters} />
    </MemoryRouter>,
  )
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')

test('a service without requests is named, with what is usual', () => {
  expect(textOf([{ service: 'shop', minutes: 15, recent: 0, usual: 1_200 }])).toContain(
    'No requests from shop in the last 15 min, usually 1,200.',
  )
  expect(textOf([{ service: 'cart', minutes: 60, recent: 4, usual: 60 }])).toContain(
    '4 requests from cart in the last 60 min, usually 60 (6.67 %).',
  )
  expect(textOf([])).toBe('')
})
