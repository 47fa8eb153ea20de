import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listVitalCauses } from './list-vital-causes.ts'

const vital = (name: string, value: number, route: string, attributes: Record<string, string> = {}, of = {}) =>
  logRow({
    at: 60_000,
    service: 'shop-browser',
    eventName: 'browser.web_vital',
    attributes: {
      'browser.web_vital.name': name,
      'browser.web_vital.value': `${value}`,
      'errata.transaction.route': route,
      ...Object.fromEntries(Object.entries(attributes).map(([key, text]) => [`errata.web_vital.${key}`, text])),
    },
    ...of,
  })

const hero = { target: 'img.hero', url: '/hero.avif', resource_load_delay: '900', time_to_first_byte: '100' }

test('lists what slow page views of a route have as their cause, each view once', async () => {
  const rows = [
    vital('lcp', 3000, '/', hero),
    vital('lcp', 5000, '/', { ...hero, resource_load_delay: '50', time_to_first_byte: '4000' }),
    vital('lcp', 2600, '/', { target: 'h1', element_render_delay: '1' }),
    vital('lcp', 2000, '/', { target: 'p.fast' }),
    vital('lcp', 9000, '/cart', { target: 'h1' }, { service: 'other-browser' }),
    vital('inp', 400, '/cart', { interaction_target: 'button.buy', processing_duration: '300', input_delay: '2' }),
    vital('cls', 0.3, '/cart', { largest_shift_target: 'div.banner' }, { resource: { 'service.version': '2' } }),
    vital('ttfb', 9000, '/'),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows)
  const asked = { range: rangeEndingAt(Date.now() + 60_000, 3_600_000), service: 'shop-browser' }

  const none = { url: '', phase: '' }
  const cls = { ...none, vital: 'cls', route: '/cart', target: 'div.banner', views: 1, routeViews: 1, p75: 0.3 }
  expect(await listVitalCauses(store, asked)).toEqual([
    cls,
    {
      vital: 'inp',
      route: '/cart',
      target: 'button.buy',
      url: '',
      views: 1,
      routeViews: 1,
      p75: 400,
      phase: 'processing_duration',
    },
    {
      vital: 'lcp',
      route: '/',
      target: 'img.hero',
      url: '/hero.avif',
      views: 2,
      routeViews: 3,
      p75: 5000,
      phase: 'time_to_first_byte',
    },
    {
      vital: 'lcp',
      route: '/',
      target: 'h1',
      url: '',
      views: 1,
      routeViews: 3,
      p75: 2600,
      phase: 'element_render_delay',
    },
  ])
  expect(await listVitalCauses(store, { ...asked, release: '2' })).toEqual([cls])
})
