import { expect, test } from 'vitest'
import { OUTAGES } from '../http/outages.ts'
import { describeIngest } from './describe-ingest.ts'

const asOfNs = 1_795_000_000_000_000_000n
const secondsAgo = (seconds: number) => asOfNs - BigInt(seconds) * 1_000_000_000n

test('telemetry that arrives, with a Collector that reports, is healthy', () => {
  expect(describeIngest({ newestNs: secondsAgo(6), reportedNs: secondsAgo(9), asOfNs })).toEqual({
    level: 'good',
    status: 'Ingest healthy',
    details: 'latest canary 6 s ago, as of 11:06:40 UTC',
  })
})

test('a Collector that has not reported for minutes is not healthy, and the words say that telemetry arrives', () => {
  expect(describeIngest({ newestNs: secondsAgo(6), reportedNs: secondsAgo(960), asOfNs })).toEqual({
    level: 'warn',
    status: 'Collectors silent',
    details: 'telemetry arrives, but the latest Collector metrics came 16 min ago, as of 11:06:40 UTC',
  })
  expect(describeIngest({ newestNs: secondsAgo(6), reportedNs: undefined, asOfNs })).toMatchObject({
    level: 'warn',
    details: 'telemetry arrives, but no Collector metrics came in the last hour, as of 11:06:40 UTC',
  })
})

test('a late canary comes before a silent Collector', () => {
  expect(describeIngest({ newestNs: secondsAgo(31), reportedNs: secondsAgo(960), asOfNs })).toMatchObject({
    level: 'bad',
    status: 'Ingest late',
  })
  expect(describeIngest({ newestNs: undefined, reportedNs: secondsAgo(1), asOfNs })).toMatchObject({
    level: 'bad',
    details: 'latest canary over a week ago, as of 11:06:40 UTC',
  })
})

test('a database that is down is red, one that is merely slow is of unknown health', () => {
  expect(describeIngest({ outage: OUTAGES.away })).toEqual({
    level: 'bad',
    status: 'Database unavailable',
    details:
      'The database does not respond. No data is lost meanwhile: the Collector queues up to 1 GiB of each signal on disk, then asks senders to retry.',
  })
  expect(describeIngest({ outage: OUTAGES.timeout })).toMatchObject({ level: 'muted', status: 'Ingest unknown' })
  expect(describeIngest({ outage: OUTAGES.overloaded })).toMatchObject({ level: 'muted', status: 'Ingest unknown' })
})
