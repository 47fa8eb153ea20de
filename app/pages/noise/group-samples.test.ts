import { expect, test } from 'vitest'
import type { DropSample } from '../../../store/noise/list-drop-samples.ts'
import { groupSamples } from './group-samples.ts'

const sample = (id: string, path: string, of: Partial<DropSample> = {}): DropSample => ({
  rule: 'not-found',
  id,
  atNs: BigInt(id),
  condition: 1,
  shape: 'span',
  service: 'shop',
  route: '/404',
  release: '',
  traceId: `trace ${id}`,
  spanId: '',
  name: 'GET',
  kind: 'Server',
  text: '',
  attributes: { 'url.path': path },
  resource: {},
  taken: true,
  ...of,
})

test('samples of one path and service are one row with their number, the most frequent first', () => {
  const groups = groupSamples([
    sample('9', '/.env'),
    sample('8', '/xmlrpc.php'),
    sample('7', '/xmlrpc.php'),
    sample('6', '/xmlrpc.php', { service: 'stock' }),
    sample('5', '/xmlrpc.php'),
  ])
  expect(groups.map(({ title, count, newest }) => [title, newest.service, count])).toEqual([
    ['/xmlrpc.php', 'shop', 3],
    ['/.env', 'shop', 1],
    ['/xmlrpc.php', 'stock', 1],
  ])
  expect(groups[0]?.newest.id).toBe('8')
  expect(groups[0]?.earlier).toEqual([
    { id: '7', atNs: 7n, traceId: 'trace 7' },
    { id: '5', atNs: 5n, traceId: 'trace 5' },
  ])
})

test('samples are told apart by the older names of a path, else by route or name', () => {
  const old = (attributes: DropSample['attributes'], of: Partial<DropSample> = {}) =>
    sample('1', '', { attributes, ...of })
  const groups = groupSamples([
    old({ 'http.target': '/up' }),
    old({ 'http.url': 'http://shop/healthz' }),
    old({ 'rpc.service': 'grpc.health.v1.Health' }, { route: '', name: 'grpc.health.v1.Health/Check' }),
    old({}),
  ])
  expect(groups.map(({ title }) => title)).toEqual([
    '/up',
    'http://shop/healthz',
    'grpc.health.v1.Health/Check',
    '/404',
  ])
})

test('of many earlier samples ten are listed', () => {
  const [group] = groupSamples(Array.from({ length: 30 }, (_, i) => sample(String(99 - i), '/')))
  expect([group?.count, group?.earlier.length]).toEqual([30, 10])
})
