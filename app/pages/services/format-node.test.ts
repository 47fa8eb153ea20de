import { expect, test } from 'vitest'
import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { formatNode } from './format-node.ts'

test.each<[ServiceNode['kind'], string, string]>([
  ['database', 'redis redis-0.redis', 'redis-0.redis'],
  ['database', 'postgresql PostgreSQL', 'PostgreSQL'],
  ['database', 'postgresql stock', 'postgresql stock'],
  ['database', 'redis', 'redis'],
  ['queue', 'kafka kafka.orders', 'kafka.orders'],
  ['host', 'pay.example', 'pay.example'],
  ['service', 'shop shop', 'shop shop'],
])('a %s called %s reads %s', (kind, name, text) => {
  expect(formatNode({ kind, name })).toBe(text)
})
