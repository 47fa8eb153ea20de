import { expect, test } from 'vitest'
import { chooseSlowerGroups } from './choose-slower-groups.server.ts'

const ms = (of: number) => BigInt(of * 1_000_000)
const groupsOf = (p95s: Readonly<Record<string, number>>, count = 1_000) => ({
  total: Object.keys(p95s).length,
  oneIn: 1,
  groups: Object.entries(p95s).map(([value, p95]) => ({
    value,
    count,
    failed: 0,
    p50: ms(2),
    p95: ms(p95),
    p99: ms(p95 * 2),
    totalNs: ms(count),
  })),
})

test('groups that became slower by most come first; chance, few spans and lacking attributes make none slower', () => {
  const before = { postgresql: 20, redis: 20, kafka: 20, faster: 40, '': 20 }
  const now = { postgresql: 60, redis: 40, kafka: 22, faster: 20, '': 90, new: 50 }
  expect(chooseSlowerGroups(groupsOf(now), groupsOf(before))).toEqual(['postgresql', 'redis'])
  expect(chooseSlowerGroups(groupsOf(now, 10), groupsOf(before))).toEqual([])
})
